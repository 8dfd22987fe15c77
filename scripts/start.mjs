// `npm start`: the demo. Builds the console when it is stale, starts the server with a data folder of its own, and the
// simulated devices that call it like real ones.
import { fork, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const dataDir = path.resolve(process.env.DATA_DIR || path.join(root, 'data/demo'))
const password = 'Longreach-demo-1'

function newest(folder) {
  let time = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) time = Math.max(time, statSync(path.join(entry.parentPath, entry.name)).mtimeMs)
  }
  return time
}

function buildConsole() {
  const page = path.join(root, 'apps/console/dist/index.html')
  const sources = ['apps/console/src', 'packages/contract/src'].map((folder) => newest(path.join(root, folder)))
  const built = existsSync(page) ? statSync(page).mtimeMs : 0
  if (built > Math.max(...sources)) return
  console.log('Building the console …')
  const { status } = spawnSync(
    'npm',
    ['run', 'build', '--silent', '--workspace', 'apps/console', '--', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  if (status !== 0) process.exit(status ?? 1)
}

if (process.argv.includes('--fresh')) rmSync(dataDir, { recursive: true, force: true })
buildConsole()

const children = []
let stopping = false

function stop(code) {
  if (stopping) return
  stopping = true
  const [server, fleet] = children
  fleet?.kill('SIGTERM')
  if (!server || server.exitCode !== null) process.exit(code)
  server.on('exit', () => process.exit(code))
  server.kill('SIGTERM')
}

function start(script, args, env) {
  const child = fork(path.join(root, script), args, { cwd: root, env: { ...process.env, ...env } })
  child.on('exit', (code) => stop(code ?? 1))
  children.push(child)
  return child
}

process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))

const server = start('apps/server/src/main.ts', [], {
  DEMO: '1',
  DATA_DIR: dataDir,
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
})

server.on('message', async (ready) => {
  if (!ready?.ready) return
  start('scripts/demo-fleet.ts', [], {
    DEMO_STATE: path.join(dataDir, 'fleet'),
    DEMO_CONSOLE: ready.url,
    DEMO_GATEWAY: `127.0.0.1:${ready.gatewayPort}`,
    DEMO_HOST_KEY: ready.hostKey,
    DEMO_PASSWORD: password,
  })
  console.log(`\n  Open ${ready.url} and sign in as admin@longreach.test with the password ${password}`)
  console.log('  Other people: root, client, guest, viewer and support @longreach.test, same password')
  console.log(`  40 simulated devices are calling in; a real one may join on port ${ready.gatewayPort}\n`)
})
