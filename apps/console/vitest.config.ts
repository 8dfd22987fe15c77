import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'console',
    environment: 'happy-dom',
    // Each file still has a window and modules of its own; only their compiled code is shared.
    pool: 'vmThreads',
    maxWorkers: 3,
    setupFiles: ['vitest.setup.ts', '../../scripts/file-cpu.mjs'],
    testTimeout: 30_000,
    include: ['{src,build}/**/*.test.{ts,tsx}'],
  },
})
