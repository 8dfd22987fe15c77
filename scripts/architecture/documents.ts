import { renderApiDocument } from '../openapi.ts'
import { withRoleMatrix } from '../role-matrix.ts'
import type { Rule } from './project.ts'

/** Every row of the question table refers to an existing file and to a word that occurs in it. */
export const checkMap: Rule = (project) => {
  const document = 'docs/ARCHITECTURE.md'
  const rows = [...project.read(document).matchAll(/^\| [^|]+ \| `([^`]+)` \| `([^`]+)` \|$/gm)]
  const few = rows.length < 20 ? [`${document}: the question table has ${rows.length} rows of at least 20`] : []
  const wrong = rows.flatMap(([, file = '', symbol = '']) => {
    if (!project.exists(file)) return [`${document}: ${file} does not exist`]
    return project.read(file).includes(symbol) ? [] : [`${document}: ${file} has no ${symbol}`]
  })
  return [...few, ...wrong]
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

/** The committed API document and the table of roles match the contract. */
export const checkGenerated: Rule = (project) => {
  const [api, security] = ['docs/openapi.json', 'docs/security.md']
  const text = project.read(security)
  return [
    ...(project.read(api) === renderApiDocument() ? [] : [`${api}: out of date; run \`npm run openapi\``]),
    ...(text === withRoleMatrix(text)
      ? []
      : [`${security}: its table of roles is out of date; run \`npm run openapi\``]),
  ]
}
