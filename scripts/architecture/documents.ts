import path from 'node:path'
import { renderContractLists } from '../contract-lists.ts'
import { renderApiDocument } from '../openapi.ts'
import { withRoleMatrix } from '../role-matrix.ts'
import type { Rule } from './project.ts'

const most = 60
const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text as string)

/** Each row of the question table names existing files and words that occur in them. */
export const checkMap: Rule = (project) => {
  const document = 'docs/ARCHITECTURE.md'
  const [, table = ''] = project.read(document).split('|---|---|---|\n')
  const rows = [...table.matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm)]
  const wrong = rows.flatMap(([, question, files = '', words = '']) => {
    const [first = '', ...rest] = quoted(files)
    const inFolder = (name: string) => (name.includes('/') ? name : `${path.dirname(first)}/${name}`)
    const named = [first, ...rest.map(inFolder)]
    const missing = named.filter((file) => !project.exists(file))
    if (missing.length > 0) return missing.map((file) => `${document}: ${file || question} does not exist`)
    const text = named.map((file) => project.read(file)).join('\n')
    return quoted(words)
      .filter((word) => !text.includes(word))
      .map((word) => `${document}: ${named.join(', ')} has no ${word}`)
  })
  if (rows.length === 0) return [`${document}: the question table has no rows`]
  if (rows.length > most)
    return [...wrong, `${document}: the question table has ${rows.length} rows of at most ${most}`]
  return wrong
}

const [longestEntry, mostLines] = [240, 5]

/** An entry of the changelog is two lines at most, and the console shows five of each version: those above its groups. */
export const checkChangelog: Rule = (project) => {
  const document = 'CHANGELOG.md'
  const text = project.read(document)
  const long = [...text.matchAll(/^- .*$/gm)]
    .filter(([entry]) => entry.length > longestEntry)
    .map(([entry]) => `${document}: '${entry.slice(2, 42)}…' has ${entry.length} of at most ${longestEntry} characters`)
  const many = text
    .split(/^## /m)
    .slice(1)
    .flatMap((release) => {
      const [title = ''] = release.split('\n')
      const [summary = ''] = release.split(/^### /m)
      const count = summary.match(/^- /gm)?.length ?? 0
      return count >= 1 && count <= mostLines
        ? []
        : [`${document}: ${title} has ${count} lines for the console of 1 to ${mostLines}`]
    })
  return [...long, ...many]
}

/** Every promise in docs/security.md refers to an existing test. */
export const checkThreats: Rule = (project) => {
  const document = 'docs/security.md'
  const named = [...project.read(document).matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file]) => file as string)
  const few = named.length < 30 ? [`${document}: names ${named.length} tests of at least 30`] : []
  const missing = [...new Set(named)]
    .filter((file) => ![file, `apps/server/src/${file}`].some((place) => project.exists(place)))
    .map((file) => `${document}: ${file} does not exist`)
  return [...few, ...missing]
}

/** The committed lists of the contract, its API document and the table of roles are true. */
export const checkGenerated: Rule = (project) => {
  const [api, security] = ['docs/openapi.json', 'docs/security.md']
  const text = project.read(security)
  return [
    ...Object.entries(renderContractLists())
      .filter(([file, content]) => project.read(file) !== content)
      .map(([file]) => `${file}: out of date; run \`npm run contract\``),
    ...(project.read(api) === renderApiDocument() ? [] : [`${api}: out of date; run \`npm run openapi\``]),
    ...(text === withRoleMatrix(text)
      ? []
      : [`${security}: its table of roles is out of date; run \`npm run openapi\``]),
  ]
}
