import { readdirSync, readFileSync } from 'node:fs'
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
  return { file: path.relative(root, name), seconds: (endTime - startTime) / 1000, failures }
}

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
    seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0),
    failures,
  }
}

/** The test files in all JSON reports of Vitest and Playwright in a folder: `{file, seconds, failures}`. */
export function readReports(folder) {
  return readdirSync(folder).flatMap((name) => {
    const report = JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
    if (report.testResults) return report.testResults.map(vitestFile)
    const failures = report.errors.map(({ message }) => ({ test: 'Outside of tests', error: message ?? '' }))
    return [...report.suites.map(playwrightFile), { file: 'e2e', seconds: 0, failures }]
  })
}

/** Prints the slowest files, and each failure once more: in the output of parallel steps it is far up. */
export function printSummary(files) {
  console.log('\nSlowest test files, in seconds')
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 20)
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)}  ${file}`)
  const failures = files.flatMap(({ file, failures }) => failures.map((failure) => ({ file, ...failure })))
  if (failures.length > 0) console.log('\nFailed tests')
  for (const { file, test, error } of failures) {
    const lines = stripVTControlCharacters(error).split('\n')
    const own = lines.filter((line) => !line.includes('/node_modules/')).join('\n')
    console.log(`\n✗ ${file} > ${test}\n${own.slice(0, maxErrorLength)}`)
  }
}
