// Checks what no linter knows: the room every file stands in, one spelling per domain, and the map in docs/ARCHITECTURE.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const faults: string[] = []

/** Domains from low to high (docs/domains.md); one of a lower row may be imported, sideways and upwards not. */
const rows = readFileSync(path.join(root, 'docs/domains.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\d+\. /.test(line))
  .map((line) => [...line.matchAll(/`([a-z]+)`/g)].map(([, name]) => name as string))
const rank = new Map(rows.flatMap((names, row) => names.map((name) => [name, row] as const)))

function files(folder: string, pattern: RegExp): string[] {
  const full = path.join(root, folder)
  if (!existsSync(full)) return []
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

function checkDomainNames(folder: string): void {
  if (!existsSync(path.join(root, folder))) return
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    if (entry.isDirectory() && !rank.has(entry.name))
      faults.push(`${folder}/${entry.name}: not a domain of docs/domains.md`)
  }
}

/** A server domain reaches only into lower rows; what a higher one needs of it goes by event or registry. */
function checkImportDirection(): void {
  for (const file of files('apps/server/src/domains', /\.ts$/)) {
    const domain = file.split('/')[4] as string
    const source = readFileSync(path.join(root, file), 'utf8')
    for (const [, target] of source.matchAll(/from '(?:\.\.\/)+(?:domains\/)?([a-z]+)\/[a-z-]+\.ts'/g)) {
      const own = rank.get(domain)
      const other = rank.get(target as string)
      if (own === undefined || other === undefined || target === domain) continue
      if (other > own || (other === own && !file.endsWith('.test.ts'))) {
        faults.push(`${file}: ${domain} may not import ${target}, which stands no lower`)
      }
    }
  }
}

function checkFileNames(): void {
  for (const file of files('.', /\.(ts|tsx|mjs)$/)) {
    if (/^(node_modules|data|apps\/console\/dist)\//.test(file)) continue
    const name = path.basename(file)
    if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.(ts|tsx|mjs)$/.test(name))
      faults.push(`${file}: file names are kebab-case`)
  }
}

/** Only config.ts reads the environment of the server. */
function checkEnvironment(): void {
  for (const file of files('apps/server/src', /\.ts$/)) {
    if (file.endsWith('/config.ts') || file.endsWith('.test.ts') || file.includes('/test/')) continue
    if (/process\.env\b/.test(readFileSync(path.join(root, file), 'utf8')))
      faults.push(`${file}: reads process.env; config.ts does`)
  }
}

/** The built console has endpoints without their schemas (apps/console/build/asked.ts): none may read them. */
function checkSchemas(): void {
  const parts = ['params', 'query', 'body', 'response', 'meta']
  for (const file of files('apps/console/src', /(?<!\.test)\.tsx?$/)) {
    const source = readFileSync(path.join(root, file), 'utf8')
    const imports = source.matchAll(/^import \{([^}]*)\} from '@longreach\/contract\/[\w/-]*endpoints'/gm)
    const names = [...imports].flatMap(([, list]) => (list as string).match(/\w+(?=\s*(,|$))/g) ?? [])
    for (const name of ['endpoint', ...names]) {
      const [read] = source.match(new RegExp(`(?<!typeof )\\b${name}\\.(${parts.join('|')})\\b`)) ?? []
      if (read) faults.push(`${file}: ${read} is not there in the built console`)
    }
  }
}

/** Every row of the question table names a file that exists and a word that stands in it. */
function checkMap(): void {
  const text = readFileSync(path.join(root, 'docs/ARCHITECTURE.md'), 'utf8')
  const map = [...text.matchAll(/^\| [^|]+ \| `([^`]+)` \| `([^`]+)` \|$/gm)]
  if (map.length < 20) faults.push(`docs/ARCHITECTURE.md: the question table has ${map.length} rows of at least 20`)
  for (const [, file, symbol] of map) {
    const full = path.join(root, file as string)
    if (!existsSync(full)) faults.push(`docs/ARCHITECTURE.md: ${file} does not exist`)
    else if (!readFileSync(full, 'utf8').includes(symbol as string))
      faults.push(`docs/ARCHITECTURE.md: ${file} has no ${symbol}`)
  }
}

/** A promise of docs/security.md stands as long as the test that holds it. */
function checkThreats(): void {
  const text = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
  const named = [...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file]) => file as string)
  if (named.length < 30) faults.push(`docs/security.md: names ${named.length} tests of at least 30`)
  for (const file of new Set(named)) {
    if (![file, `apps/server/src/${file}`].some((place) => existsSync(path.join(root, place))))
      faults.push(`docs/security.md: ${file} does not exist`)
  }
}

/** npm leaves packages out of the lock when a registry misses them; its own `ci` then fails elsewhere. */
function checkLockfile(): void {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  for (const [name, entry] of Object.entries<{
    link?: boolean
    version?: string
    integrity?: string
    resolved?: string
  }>(packages)) {
    if (!name.startsWith('node_modules/') || entry.link) continue
    if (!entry.version || !entry.integrity) faults.push(`package-lock.json: ${name} has no version or integrity`)
    if (entry.resolved) faults.push(`package-lock.json: ${name} names an address`)
  }
}

/** The committed API document and the table of roles are the ones the contract makes. */
async function checkApiDocument(): Promise<void> {
  const { renderApiDocument } = await import('./openapi.ts')
  const file = path.join(root, 'docs/openapi.json')
  if (!existsSync(file) || readFileSync(file, 'utf8') !== renderApiDocument()) {
    faults.push('docs/openapi.json: out of date; run `npm run openapi`')
  }
  const { matrixFile, withRoleMatrix } = await import('./role-matrix.ts')
  const text = readFileSync(matrixFile, 'utf8')
  if (text !== withRoleMatrix(text))
    faults.push('docs/security.md: its table of roles is out of date; run `npm run openapi`')
}

for (const folder of ['packages/contract/src', 'apps/server/src/domains', 'apps/console/src/domains'])
  checkDomainNames(folder)
checkImportDirection()
checkFileNames()
checkEnvironment()
checkSchemas()
checkMap()
checkThreats()
checkLockfile()
await checkApiDocument()

for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
