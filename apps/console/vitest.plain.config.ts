import { defineProject } from 'vitest/config'
import { patience } from '../../packages/contract/src/test-patience.ts'
import { singleIcons } from './build/single-icons.ts'

/** Tests without a DOM, `*.test.ts`. */
export default defineProject({
  plugins: [singleIcons()],
  test: {
    name: 'console-plain',
    include: ['{src,build}/**/*.test.ts'],
    setupFiles: ['../../scripts/file-cpu.mjs'],
    pool: 'threads',
    // Tests share their modules, which load longer than the tests run: one that replaces modules is a `*.test.tsx`.
    isolate: false,
    maxWorkers: 1,
    // Projects with different numbers of workers cannot run at the same time.
    sequence: { groupOrder: 1 },
    testTimeout: patience.unitTest,
  },
})
