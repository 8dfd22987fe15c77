import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const root = path.resolve(import.meta.dirname, '..')
/** Characters of an error that are repeated at the end of a run. */
const maxErrorLength = 2000

/** All specs of a Playwright suite and of the suites in it. */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/** One test file of a Vitest report. A file that could not be loaded has a message and no tests. */
function vitestFile({ name, startTime, endTime, status, message, assertionResults }) {
  const failed = assertionResults.filter((result) => result.status === 'failed')
  const failures = failed.map(({ fullName, failureMessages }) => ({
    test: fullName,
    error: failureMessages.join('\n'),
  }))
  if (status === 'failed' && failures.length === 0) failures.push({ test: 'The file itself', error: message ?? '' })
  return { file: path.relative(root, name), start: startTime, end: endTime, failures }
}

const startOf = ({ startTime }) => new Date(startTime).getTime()

/** One test file of a Playwright report. */
function playwrightFile(suite) {
  const specs = specsOf(suite)
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const failures = specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => ({
      test: title,
      error: tests
        .flatMap((test) => test.results.flatMap(({ errors }) => errors.map((error) => error.message)))
        .join('\n'),
    }))
  return {
    file: `e2e/${suite.file}`,
    start: Math.min(...results.map(startOf)),
    end: Math.max(...results.map((result) => startOf(result) + result.duration)),
    failures,
  }
}

const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** CPU seconds by file and program, as the files noted them. */
function readNotes(file) {
  const notes = new Map()
  for (const { file: noted, program, seconds } of existsSync(file) ? linesOf(file) : []) {
    const name = path.relative(root, path.resolve(root, noted))
    const sums = notes.get(name) ?? {}
    notes.set(name, { ...sums, [program]: (sums[program] ?? 0) + seconds })
  }
  return notes
}

function filesIn(report) {
  if (!existsSync(report)) return [...readNotes(`${report}l`)].map(([file, cpu]) => ({ file, cpu, failures: [] }))
  const { testResults, errors, suites } = JSON.parse(readFileSync(report, 'utf8'))
  if (testResults) {
    const notes = readNotes(`${report}l`)
    return testResults.map(vitestFile).map((one) => ({ ...one, cpu: notes.get(one.file) }))
  }
  const failures = errors.map(({ message }) => ({ test: 'Outside of tests', error: message ?? '' }))
  return [...suites.map(playwrightFile), { file: 'e2e', failures }]
}

/**
 * The test files in all JSON reports of Vitest and Playwright in a folder. Reports are named after their steps. `cpu`,
 * seconds by program, is known of files that noted it (file-cpu.mjs, agent/test/run-file.sh), and some have only that.
 */
export function readReports(folder) {
  const steps = new Set(readdirSync(folder).map((name) => path.parse(name).name))
  return [...steps].flatMap((step) => filesIn(path.join(folder, `${step}.json`)).map((file) => ({ ...file, step })))
}

/** Each failure once more: in the output of parallel steps it is far up. */
export function printFailures(files) {
  const failures = files.flatMap(({ file, failures }) => failures.map((failure) => ({ file, ...failure })))
  if (failures.length > 0) console.log('\nFailed tests')
  for (const { file, test, error } of failures) {
    const lines = stripVTControlCharacters(error).split('\n')
    const own = lines.filter((line) => !line.includes('/node_modules/')).join('\n')
    console.log(`\n✗ ${file} > ${test}\n${own.slice(0, maxErrorLength)}`)
  }
}
