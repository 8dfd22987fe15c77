// `npm run texts`: prints every sentence for users, by domain, for reading in one go.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

function* sentences(texts: object): Generator<string> {
  for (const value of Object.values(texts)) {
    if (typeof value === 'string') yield value
    else yield* sentences(value as object)
  }
}

for (const [title, pattern] of [
  ['Server and forms', 'packages/contract/src/*/texts.en.json'],
  ['Console', 'apps/console/src/{charts,connect,forms,i18n,shell,tables,ui,domains/*}/en/*.json'],
] as const) {
  for (const file of globSync(pattern, { cwd: root }).sort()) {
    console.log(`\n## ${title}: ${file}`)
    for (const sentence of sentences(JSON.parse(readFileSync(path.join(root, file), 'utf8')))) console.log(sentence)
  }
}
