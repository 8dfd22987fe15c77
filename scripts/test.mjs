// `npm test`: everything, from a clean checkout; `-- --cost` compares CPU seconds with bench/results.md. `npm run
// test:long`: kills, storms and other long tests; `-- --part 2` is the second of three parts. `npm run test:balanced`:
// the server tests on two nodes behind the balancer.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { watchCpu } from './cpu.mjs'
import { exitCode, runSteps } from './steps.mjs'
import { printCost } from './test-cost.mjs'
import { printFailures, readReports } from './test-reports.mjs'

const root = path.resolve(import.meta.dirname, '..')
// One of several alternatives is sufficient.
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
  // Another major version than the embedded one; Debian keeps these programs out of the PATH.
  '/usr/lib/postgresql/1[567]/bin/initdb',
]

function missingTools() {
  const found = `${process.env.PATH}:/usr/sbin:/sbin`
  const has = (tool) => spawnSync('sh', ['-c', `command -v ${tool}`], { env: { PATH: found } }).status === 0
  return tools.filter((tool) => ![tool].flat().some(has)).map((tool) => [tool].flat().at(-1))
}

/** As root on a Debian-like system, installs missing tools; elsewhere lists and skips the tests that need them. */
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

const folder = mkdtempSync(path.join(tmpdir(), 'tests-'))
// The account of the embedded PostgreSQL needs access to its data.
chmodSync(folder, 0o711)
const reports = path.join(folder, 'reports')
mkdirSync(reports)

let steps = 0
/** Each step has its own temporary folder, by which its PostgreSQL is recognised. */
function environment() {
  const TMPDIR = path.join(folder, String(++steps))
  mkdirSync(TMPDIR, { mode: 0o711 })
  return { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, TMPDIR }
}
const command = (title, name, args, more = {}) => [title, name, args, { ...environment(), ...more }]

/** Where the files of a step note what they use. */
const notesOf = (title) => (existsSync('/proc/self/stat') ? { FILE_CPU: path.join(reports, `${title}.jsonl`) } : {})

/** A step that runs projects of Vitest, with a report. */
const vitest = (title, projects, reporter, more = {}) => {
  const reporters = [
    `--reporter=${reporter}`,
    '--reporter=json',
    `--outputFile.json=${path.join(reports, `${title}.json`)}`,
  ]
  const env = { ...environment(), ...notesOf(title), ...more }
  return [title, 'vitest', ['run', ...projects.map((name) => `--project=${name}`), ...reporters], env]
}

/** Browser tests of projects of Playwright, with a report. */
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
  { ...environment(), PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, `${title}.json`) },
]

/**
 * As root, in a network namespace: these tests create networks, and Chromium ends all requests when a network of its
 * machine changes.
 */
const apart = ([title, name, args, more]) =>
  process.getuid?.() === 0
    ? [title, 'unshare', ['--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"', name, ...args], more]
    : [title, name, args, more]

const agentScript = (title) => command(title, 'sh', ['agent/check.sh'], notesOf(title))

// Lanes run in parallel: one is busy, the other mostly waits for clocks.
const short = [
  // The server tests need the built files.
  command('Console build and budget', 'npm', ['run', 'build', '--silent']),
  [
    [vitest('Unit and API tests', ['contract', 'server', 'console', 'console-plain'], 'dot')],
    [
      command('Format and lint', 'biome', ['check', '--error-on-warnings', '.']),
      command('Types', 'npm', ['run', 'types', '--silent']),
      command('Architecture', 'node', ['scripts/architecture.ts']),
      command('Unused code', 'knip', []),
      agentScript('Agent under ash and dash'),
    ],
  ],
  browser('Browser tests', 'short', 'alone'),
  // Its limits are seconds, which browsers running in parallel would exceed.
  apart(vitest('Agent on a network of its own', ['agent'], 'default')),
]
const build = command('Console build', 'node', ['scripts/build-console.mjs'])
/** Three parts of about equal duration: `.ci/run` runs one of them. What measures seconds runs beside nothing else. */
const long = [
  [browser('Long browser tests', 'long')],
  [
    [
      [vitest('Long tests', ['long'], 'default')],
      [
        vitest('Long server tests', ['server-long'], 'default'),
        vitest('Long tests of one server', ['long-singles'], 'default'),
      ],
    ],
  ],
  [
    vitest('Long tests with a network and a browser', ['long-reach'], 'default'),
    vitest('Long tests with networks of their own', ['long-nets'], 'default'),
    vitest('Long tests that wait for clocks', ['long-clocks'], 'default'),
  ],
]
const balanced = [vitest('Server tests on two nodes', ['server'], 'dot', { TEST_BALANCED: '1' })]

const { values: options } = parseArgs({
  options: {
    long: { type: 'boolean' },
    part: { type: 'string' },
    balanced: { type: 'boolean' },
    cost: { type: 'boolean' },
  },
})

function askedSteps() {
  if (options.balanced) return balanced
  if (!options.long) return short
  if (options.part === undefined) return [build, ...long.flat()]
  const part = long[Number(options.part) - 1]
  if (!part) throw new Error(`--part is a number from 1 to ${long.length}`)
  return [build, ...part]
}

const done = await runSteps(askedSteps(), watchCpu())
const files = readReports(reports)
printCost(done, files, options.cost)
printFailures(files)
rmSync(folder, { recursive: true, force: true })
process.exit(exitCode(done))
