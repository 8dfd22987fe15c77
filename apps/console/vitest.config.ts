import { defineProject } from 'vitest/config'
import { singleIcons } from './build/single-icons.ts'

/** Tests with a window, `*.test.tsx`. */
export default defineProject({
  plugins: [singleIcons()],
  test: {
    name: 'console',
    environment: 'happy-dom',
    // Each file still has a window and modules of its own; only their compiled code is shared.
    pool: 'vmThreads',
    maxWorkers: 3,
    setupFiles: ['vitest.setup.ts', '../../scripts/file-cpu.mjs'],
    testTimeout: 30_000,
    include: ['src/**/*.test.tsx'],
  },
})
