import { defineProject } from 'vitest/config'
import { singleIcons } from './build/single-icons.ts'

/** Tests without a window, `*.test.ts`. */
export default defineProject({
  plugins: [singleIcons()],
  test: {
    name: 'console-plain',
    include: ['{src,build}/**/*.test.ts'],
    setupFiles: ['../../scripts/file-cpu.mjs'],
    pool: 'threads',
    // They share their modules, whose loading takes longer than the tests: one that replaces modules is a `*.test.tsx`.
    isolate: false,
    maxWorkers: 1,
    // Projects with other numbers of workers cannot run at the same time.
    sequence: { groupOrder: 1 },
    testTimeout: 30_000,
  },
})
