// Prints the number of rows in docs/requirements.md that tests cover, per domain, and the number of built routes. A row
// is covered by a test with its id in the title; comments and bodies of tests do not count.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { absentScreens } from '../apps/console/src/app/absent-screens.ts'

const root = path.resolve(import.meta.dirname, '..')
// By URL: importing by name would include the types of the whole console in this project.
const table = new URL('../apps/console/src/app/screens.ts', import.meta.url).href
const { screens } = (await import(table)) as { screens: readonly unknown[] }
const folders = ['packages', 'apps', 'e2e', 'agent', 'scripts']
const id = /\bS\d\.\d+\b/g

/** The first argument of `test(…)`, and of the function that `test.each(…)` returns. */
const title = /(?:\b(?:test|it)(?:\.\w+)?|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
/** A value in a table of `test.each` that consists of ids and is part of the title. */
const inTable = /'(S\d\.\d+(?: S\d\.\d+)*)'/g

function titlesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const titles = [...text.matchAll(title)].map((match) => match[2] ?? '')
  const filled = titles.some((one) => one.includes('%s'))
    ? [...text.matchAll(inTable)].map((match) => match[1] ?? '')
    : []
  return [...titles, ...filled]
}

const files = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .filter(({ name }) => /\.(test|spec)\.tsx?$/.test(name))
    .map((entry) => path.join(entry.parentPath, entry.name)),
)
const proven = new Set(files.flatMap(titlesIn).flatMap((title) => title.match(id) ?? []))
const domains = new Map<string, { covered: number; open: string[] }>()
for (const line of readFileSync(path.join(root, 'docs/requirements.md'), 'utf8').split('\n')) {
  const row = /^- (S\d\.\d+) .* · ([a-z0-9]+)$/.exec(line)
  if (!row) continue
  const [, id, domain] = row as unknown as [string, string, string]
  const counts = domains.get(domain) ?? { covered: 0, open: [] }
  if (proven.has(id)) counts.covered++
  else counts.open.push(id)
  domains.set(domain, counts)
}

const showOpen = process.argv.includes('--open')
let covered = 0
let total = 0
for (const [domain, counts] of [...domains].sort()) {
  const rows = counts.covered + counts.open.length
  covered += counts.covered
  total += rows
  console.log(`${domain.padEnd(14)} ${String(counts.covered).padStart(4)} of ${String(rows).padStart(4)}`)
  if (showOpen) console.log(`  ${counts.open.join(' ')}`)
}
console.log(`${'all'.padEnd(14)} ${String(covered).padStart(4)} of ${String(total).padStart(4)}`)
console.log(
  `routes         ${String(screens.length).padStart(4)} of ${String(screens.length + absentScreens.length).padStart(4)}`,
)
if (showOpen) console.log(`  ${absentScreens.map((screen) => screen.path).join(' ')}`)
