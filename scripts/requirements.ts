// Prints how many rows of docs/requirements.md are covered by tests, per domain, and how many routes are built. A test
// covers a row by naming its id.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { absentScreens } from '../apps/console/src/app/absent-screens.ts'

const root = path.resolve(import.meta.dirname, '..')
// By URL, not by name: its types would include the whole console in this project.
const table = new URL('../apps/console/src/app/screens.ts', import.meta.url).href
const { screens } = (await import(table)) as { screens: readonly unknown[] }
const folders = ['packages', 'apps', 'e2e', 'agent', 'scripts']

function testText(): string {
  const texts: string[] = []
  for (const folder of folders) {
    for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.parentPath.includes('node_modules')) continue
      if (/\.(test|spec)\.(ts|tsx|sh)$/.test(entry.name))
        texts.push(readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    }
  }
  return texts.join('\n')
}

const proven = new Set(testText().match(/\bS\d\.\d+\b/g))
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
