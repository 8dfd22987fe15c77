// `npm test`: everything, from a clean checkout. `npm run test:long`: kills, storms and other long ones. `npm run
// test:balanced`: the server tests on two nodes behind the balancer.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exitCode, runSteps } from './steps.mjs'
import { printSummary, readReports } from './test-reports.mjs'

const root = path.resolve(import.meta.dirname, '..')
// Of several names one is enough.
const tools = [
  ['chromium-headless-shell', 'chromium'],
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
  // Of another major version than the embedded one; Debian keeps its programs out of the PATH.
  '/usr/lib/postgresql/1[567]/bin/initdb',
]

function missingTools() {
  const found = `${process.env.PATH}:/usr/sbin:/sbin`
  const has = (tool) => spawnSync('sh', ['-c', `command -v ${tool}`], { env: { PATH: found } }).status === 0
  return tools.filter((tool) => ![tool].flat().some(has)).map((tool) => [tool].flat().at(-1))
}

/**
 * As root on a Debian-like system the missing tools are installed; elsewhere the tests that need them are listed and
 * skipped.
 */
async function provision() {
  if (missingTools().length === 0) return
  if (process.getuid?.() === 0 && spawnSync('sh', ['-c', 'command -v apt-get']).status === 0) {
    const done = await runSteps([['Provision', path.join(root, 'scripts/provision.sh'), []]])
    if (exitCode(done) !== 0) process.exit(1)
  }
  const missing = missingTools()
  if (missing.length === 0) return
  console.log(
    `Missing: ${missing.join(', ')}. Tests that need them are skipped; to install them: sudo scripts/provision.sh`,
  )
  if (process.env.CI) process.exit(1)
}

await provision()

const reports = mkdtempSync(path.join(tmpdir(), 'test-reports-'))
const env = { PATH: `${process.env.PATH}:/usr/sbin:/sbin` }
const command = (title, name, args) => [title, name, args, env]

/** Projects of Vitest, with a report for the list of slow files. */
const vitest = (title, projects, reporter, more = {}) => {
  const report = path.join(reports, `${projects.join('-')}.json`)
  const reporters = [`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${report}`]
  return [title, 'vitest', ['run', ...projects.map((name) => `--project=${name}`), ...reporters], { ...env, ...more }]
}

/** Browser tests of projects of Playwright, with a report for the list of slow files. */
const browser = (title, ...projects) => [
  title,
  'playwright',
  [
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--reporter=list,json',
    ...projects.map((name) => `--project=${name}`),
  ],
  { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, 'browser.json') },
]

/**
 * As root in a network of its own: these tests create networks, and Chromium ends all requests when one of its machine
 * changes.
 */
const apart = ([title, name, args, more]) =>
  process.getuid?.() === 0
    ? [title, 'unshare', ['--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"', name, ...args], more]
    : [title, name, args, more]

// Lanes run in parallel: one is busy, the other mostly waits for clocks.
const short = [
  // The server's tests need its files.
  command('Console build and budget', 'npm', ['run', 'build', '--silent']),
  [
    [vitest('Unit and API tests', ['contract', 'server', 'console'], 'dot')],
    [
      command('Format and lint', 'biome', ['check', '--error-on-warnings', '.']),
      command('Types', 'npm', ['run', 'types', '--silent']),
      command('Architecture', 'node', ['scripts/architecture.ts']),
      command('Unused code', 'knip', []),
      command('Agent under ash and dash', 'sh', ['agent/check.sh']),
    ],
  ],
  browser('Browser tests', 'short', 'alone'),
  // With limits of seconds, which browsers beside it would use up.
  apart(vitest('Agent on a network of its own', ['agent'], 'default')),
]
const long = [
  command('Console build', 'node', ['scripts/build-console.mjs']),
  [
    [browser('Long browser tests', 'long')],
    [
      vitest('Long server tests', ['server-long'], 'default'),
      vitest('Long tests that wait for clocks', ['long-clocks'], 'default'),
      vitest('Long tests of one server', ['long-singles'], 'default'),
    ],
  ],
  [
    [vitest('Long tests', ['long'], 'default')],
    [
      vitest('Long tests with a network and a browser', ['long-reach'], 'default'),
      vitest('Long tests with networks of their own', ['long-nets'], 'default'),
    ],
  ],
]
const balanced = [vitest('Server tests on two nodes', ['server'], 'dot', { TEST_BALANCED: '1' })]

const asked = { '--long': long, '--balanced': balanced }
const done = await runSteps(asked[process.argv[2]] ?? short)
console.log('\nSeconds by step; parallel steps share the machine')
for (const { title, seconds } of done) console.log(`${seconds.toFixed(1).padStart(8)}  ${title}`)
printSummary(readReports(reports))
rmSync(reports, { recursive: true })
process.exit(exitCode(done))
