import path from 'node:path'
import type { Project, Rule } from './project.ts'

const document = 'docs/terms.md'
const folders = ['agent', 'apps', 'bench', 'deploy', 'e2e', 'packages', 'scripts']
const written = /\.(ts|tsx|mjs|sh|json|cfg|ya?ml)$/
/** Files that are generated, unchangeable once applied, or contain refused words intentionally. */
const skipped = /\/schema\.ts$|\/migrations\/|package\.json$|tsconfig|\/architecture\/terms\.test\.ts$/
/** Files whose values are sentences for users. */
const catalogue = /\/en\/[\w-]+\.json$|\/texts\.en\.json$/
/** A text that devices of older releases receive, an account of every system, and texts of the specification. */
const fixed =
  /begun, not finished|\bnobody(?=[:`'])|Please enter your email address|Email confirmation sent successfully|Failed to send email confirmation/g

interface Refused {
  /** Words, or phrases with spaces, in lower case. */
  words: readonly string[]
  instead: string
  /** `names` are identifiers and file names, `texts` the sentences of catalogues; elsewhere the word has another sense. */
  where: 'everywhere' | 'names' | 'texts'
}

/** The rows of the table 'Refused words': words, replacement, scope. */
export function readRefused(project: Project): Refused[] {
  const [, table = ''] = project.read(document).split('## Refused words\n')
  const [section = ''] = table.split('\n## ')
  return [...section.matchAll(/^\| (?!Words|-)(.+?) \| (.+?) \| (everywhere|names|texts) \|$/gm)].map(
    ([, words = '', instead = '', where]) => ({ words: words.split(', '), instead, where: where as Refused['where'] }),
  )
}

/** `heldBack` and `held-back.ts` are two words each. */
const wordsIn = (text: string) => (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())
const wordSet = (text: string) => new Set(wordsIn(text))

/** A line of code without comments and strings, as far as a single line shows them. */
const namesIn = (line: string) =>
  line
    .replace(/^\s*(\*|\/\*|#).*/, '')
    .replace(/(^|\s)(\/\/|#).*/, '')
    .replace(/'[^']*'|"[^"]*"|`[^`]*`/g, '')

/** The sentences of a line of a catalogue, without keys and placeholders. */
const sentencesIn = (line: string) => line.replace(/"[^"]*":/g, '').replace(/\{\{.*?\}\}/g, '')

/** Code, tests, agent and catalogues comply with the terms. */
export const checkTerms: Rule = (project) => {
  const refused = readRefused(project)
  if (refused.length === 0) return [`${document}: has no table of refused words`]
  const find = (texts: Record<Refused['where'], string>): [string, Refused] | undefined => {
    const words = { everywhere: wordSet(texts.everywhere), names: wordSet(texts.names), texts: wordSet(texts.texts) }
    for (const row of refused) {
      for (const word of row.words) {
        const found = word.includes(' ') ? texts[row.where].toLowerCase().includes(word) : words[row.where].has(word)
        if (found) return [word, row]
      }
    }
    return undefined
  }
  return folders
    .flatMap((folder) => project.files(folder))
    .filter((file) => written.test(file) && !skipped.test(file))
    .flatMap((file) => {
      const name = path.posix.basename(file)
      const code = !file.endsWith('.json')
      const lines = [`${name}\n`, ...project.read(file).split('\n')]
      return lines.flatMap((line, at) => {
        const everywhere = line.replace(fixed, '')
        const names = at === 0 ? name : code ? namesIn(everywhere) : ''
        const texts = at > 0 && catalogue.test(file) ? sentencesIn(everywhere) : ''
        const [word, row] = find({ everywhere, names, texts }) ?? []
        if (!row) return []
        return [`${file}${at === 0 ? '' : `:${at}`}: '${word}' is refused by ${document}; say ${row.instead}`]
      })
    })
}
