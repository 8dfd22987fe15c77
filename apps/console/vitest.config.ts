import { defineProject } from 'vitest/config'
import { patience } from '../../packages/contract/src/test-patience.ts'
import { singleIcons } from './build/single-icons.ts'

/** Tests with a DOM, `*.test.tsx`. */
export default defineProject({
  plugins: [singleIcons()],
  test: {
    name: 'console',
    environment: 'happy-dom',
    // Each file still has its own DOM and modules; only their compiled code is shared.
    pool: 'vmThreads',
    maxWorkers: 3,
    setupFiles: ['vitest.setup.ts', '../../scripts/file-cpu.mjs'],
    testTimeout: patience.unitTest,
    include: ['src/**/*.test.tsx'],
  },
})
