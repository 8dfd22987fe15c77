// `npm run check`: the checks for every commit, in under 90 seconds.
import { exitCode, runSteps } from './steps.mjs'

const done = await runSteps([
  [
    [['Format and lint', 'biome', ['check', '--error-on-warnings', '.']]],
    [
      ['Types', 'npm', ['run', 'types', '--silent']],
      ['Architecture', 'node', ['scripts/architecture.ts']],
      ['Unused code', 'knip', []],
    ],
  ],
])
process.exit(exitCode(done))
