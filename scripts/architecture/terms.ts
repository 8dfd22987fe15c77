import path from 'node:path'
import type { Project, Rule } from './project.ts'

const document = 'docs/terms.md'
const folders = ['agent', 'apps', 'bench', 'deploy', 'e2e', 'packages', 'scripts']
const written = /\.(ts|tsx|mjs|sh|json|cfg|ya?ml)$/
/** Files that are generated, unchangeable once applied, or contain refused words intentionally. */
const skipped = /\/schema\.ts$|\/migrations\/|package\.json$|tsconfig|\/architecture\/terms\.test\.ts$/
/** A text that devices of older releases receive, and an account of every system. */
const fixed = /begun, not finished|\bnobody(?=[:`'])/g

interface Refused {
  /** Words, or phrases with spaces, in lower case. */
  words: readonly string[]
  instead: string
  /** Refused only in identifiers and file names; comments and sentences need the word in another sense. */
  namesOnly: boolean
}

/** The rows of the table 'Refused words': words, replacement, scope. */
export function readRefused(project: Project): Refused[] {
  const [, table = ''] = project.read(document).split('## Refused words\n')
  const [section = ''] = table.split('\n## ')
  return [...section.matchAll(/^\| (?!Words|-)(.+?) \| (.+?) \| (everywhere|names) \|$/gm)].map(
    ([, words = '', instead = '', where]) => ({ words: words.split(', '), instead, namesOnly: where === 'names' }),
  )
}

/** `heldBack` and `held-back.ts` are two words each. */
const wordsIn = (text: string) => (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())

/** A line of code without comments and strings, as far as a single line shows them. */
const namesIn = (line: string) =>
  line
    .replace(/^\s*(\*|\/\*|#).*/, '')
    .replace(/(^|\s)(\/\/|#).*/, '')
    .replace(/'[^']*'|"[^"]*"|`[^`]*`/g, '')

/** Code, tests, agent and catalogues comply with the terms. */
export const checkTerms: Rule = (project) => {
  const refused = readRefused(project)
  if (refused.length === 0) return [`${document}: has no table of refused words`]
  const find = (text: string, names: string): [string, Refused] | undefined => {
    const [all, named] = [new Set(wordsIn(text)), new Set(wordsIn(names))]
    for (const row of refused) {
      for (const word of row.words) {
        const found = word.includes(' ') ? text.toLowerCase().includes(word) : (row.namesOnly ? named : all).has(word)
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
        const text = line.replace(fixed, '')
        const [word, row] = find(text, at === 0 ? name : code ? namesIn(text) : '') ?? []
        if (!row) return []
        return [`${file}${at === 0 ? '' : `:${at}`}: '${word}' is refused by ${document}; say ${row.instead}`]
      })
    })
}
