// `npm start`: the demo. Builds the console if it is stale, starts the server with a data folder of its own, and
// simulated devices that connect to it like real ones.
import { fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { buildConsole } from './build-console.mjs'
import { serverEnv, serverFlags } from './server-flags.ts'

const root = path.resolve(import.meta.dirname, '..')
const dataDir = path.resolve(process.env.DATA_DIR || path.join(root, 'data/demo'))
const password = 'Longreach-demo-1'

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

function start(script, env, execArgv = []) {
  const child = fork(path.join(root, script), [], { cwd: root, env: { ...process.env, ...env }, execArgv })
  child.on('exit', (code) => stop(code ?? 1))
  children.push(child)
  return child
}

process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))

const server = start(
  'apps/server/src/main.ts',
  { ...serverEnv, DEMO: '1', DATA_DIR: dataDir, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' },
  serverFlags,
)

server.on('message', async (ready) => {
  if (!ready?.ready) return
  start('scripts/demo-fleet.ts', {
    DEMO_STATE: path.join(dataDir, 'fleet'),
    DEMO_CONSOLE: ready.url,
    DEMO_GATEWAY: `127.0.0.1:${ready.gatewayPort}`,
    DEMO_HOST_KEY: ready.hostKey,
    DEMO_PASSWORD: password,
  })
  console.log(`\n  Open ${ready.url} and sign in as admin@longreach.test with the password ${password}`)
  console.log('  Other users: root, client, guest, viewer and support @longreach.test, same password')
  console.log(`  40 simulated devices are connecting; a real one can enrol on port ${ready.gatewayPort}\n`)
})
