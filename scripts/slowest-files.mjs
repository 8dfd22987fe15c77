import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** Seconds of all tests of a Playwright suite and of the suites in it. */
function secondsOf({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const own = results.reduce((sum, { duration }) => sum + duration / 1000, 0)
  return suites.reduce((sum, inner) => sum + secondsOf(inner), own)
}

/** The test files in one JSON report of Vitest or Playwright. */
function readReport(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'))
  if (report.testResults) {
    return report.testResults.map(({ name, startTime, endTime }) => ({
      file: path.relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }))
  }
  return report.suites.map((suite) => ({ file: `e2e/${suite.file}`, seconds: secondsOf(suite) }))
}

/** The slowest test files of the reports in a folder. */
export function slowestFiles(folder, count = 20) {
  return readdirSync(folder)
    .flatMap((name) => readReport(path.join(folder, name)))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count)
}
