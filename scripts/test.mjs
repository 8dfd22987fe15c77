// `npm test`: everything, from a clean checkout. `npm run test:long`: kills, storms and other long ones.
// `npm run test:balanced`: the server tests on two nodes behind the balancer.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { runSteps } from './steps.mjs'

const root = path.resolve(import.meta.dirname, '..')
const tools = [
  'chromium',
  'sshd',
  'dropbear',
  'nginx',
  'haproxy',
  'openssl',
  'dbclient',
  'busybox',
  'dash',
  'ip',
  'nft',
  'nats-server',
  'shellcheck',
  // Of another major version than the embedded one; Debian keeps its programs off the path.
  '/usr/lib/postgresql/1[567]/bin/initdb',
]

function missingTools() {
  const found = `${process.env.PATH}:/usr/sbin:/sbin`
  return tools.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`], { env: { PATH: found } }).status !== 0)
}

/** As root on a Debian-like system the missing tools are brought; elsewhere the tests that need them are named and skipped. */
async function provision() {
  if (missingTools().length === 0) return
  if (process.getuid?.() === 0 && spawnSync('sh', ['-c', 'command -v apt-get']).status === 0) {
    if ((await runSteps([['Provision', path.join(root, 'scripts/provision.sh'), []]])) !== 0) process.exit(1)
  }
  const missing = missingTools()
  if (missing.length === 0) return
  console.log(
    `Missing: ${missing.join(', ')}. Tests that need them are skipped; to bring them: sudo scripts/provision.sh`,
  )
  if (process.env.CI) process.exit(1)
}

await provision()
const env = { PATH: `${process.env.PATH}:/usr/sbin:/sbin` }

const short = [
  ['Format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['Types', 'tsc', ['-b']],
  ['Architecture', 'node', ['scripts/architecture.ts']],
  ['Unused code', 'knip', []],
  ['Console build and budget', 'npm', ['run', 'build', '--silent']],
  [
    [
      'Unit and API tests',
      'vitest',
      ['run', '--project', 'contract', '--project', 'server', '--project', 'console', '--reporter=dot'],
    ],
    // It waits for clocks most of its time.
    ['Agent under ash and dash', 'sh', ['agent/check.sh']],
  ],
  ['Agent on a network of its own', 'vitest', ['run', '--project', 'agent', '--reporter=default']],
  ['Browser tests', 'playwright', ['test', '--config', 'e2e/playwright.config.ts', '--grep-invert', '@long']],
]
const long = [
  ['Long server tests', 'vitest', ['run', '--project', 'server-long', '--reporter=default']],
  ['Long tests', 'vitest', ['run', '--project', 'long', '--reporter=default']],
  ['Long browser tests', 'playwright', ['test', '--config', 'e2e/playwright.config.ts', '--grep', '@long']],
]
const balanced = [['Server tests on two nodes', 'vitest', ['run', '--project', 'server', '--reporter=dot']]]

const asked = { '--long': long, '--balanced': balanced }
const steps = asked[process.argv[2]] ?? short
if (steps === balanced) env.TEST_BALANCED = '1'
const withEnv = (step) => (Array.isArray(step[0]) ? step.map(withEnv) : [...step, env])
process.exit(await runSteps(steps.map(withEnv)))
