import { defineConfig } from 'vitest/config'
import { patience } from './packages/contract/src/test-patience.ts'

/** Set-up of projects whose files run side by side. */
const setupFiles = ['scripts/file-cpu.mjs']

const longTests = (...names: string[]) => names.map((name) => `e2e/long/${name}.test.ts`)

/** Long tests that wait for clocks most of their time: they may run beside others. */
const clocks = longTests('agent-config', 'agent-tunnel')
/**
 * So do these, one at a time because they measure seconds, and not beside a browser: they create networks, and Chromium
 * ends all requests when a network of its machine changes.
 */
const nets = longTests('agent-update', 'configs', 'firmware', 'metered', 'outages', 'templates')
/** Creates one, and has a browser in it. */
const reach = longTests('reach')
/** One server at a time, much of it computing: they may run beside a browser. */
const singles = longTests('fuzz', 'import', 'key-rotation', 'memory', 'postgres-major')

const long = (name: string, include: string[], more: { maxWorkers?: number; exclude?: string[] } = {}) => ({
  test: {
    name,
    include,
    testTimeout: patience.longTest,
    hookTimeout: patience.test,
    fileParallelism: more.maxWorkers !== undefined,
    ...(more.maxWorkers === undefined ? {} : { setupFiles }),
    ...more,
  },
})

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'contract',
          include: ['packages/contract/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: patience.unitTest,
          setupFiles,
          // As in the projects that run beside it: Vitest refuses different numbers.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'apps/fleet/src/**/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
          globalSetup: ['apps/server/src/test/database.ts'],
          setupFiles: [...setupFiles, 'apps/server/src/test/setup.ts'],
          testTimeout: patience.test,
          hookTimeout: patience.test,
          // More than two cores: the tests wait for their servers and databases a third of the time.
          maxWorkers: 3,
          // Every file starts servers and databases of its own; to load and warm the code for each took half the time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'server-long',
          include: ['apps/server/src/**/*.long.test.ts', 'apps/fleet/src/**/*.long.test.ts'],
          globalSetup: ['apps/server/src/test/database.ts'],
          setupFiles: ['apps/server/src/test/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      'apps/console',
      'apps/console/vitest.plain.config.ts',
      {
        test: {
          name: 'agent',
          include: ['e2e/*.test.ts'],
          testTimeout: patience.agentTest,
          hookTimeout: patience.test,
          fileParallelism: false,
        },
      },
      long('long-clocks', clocks, { maxWorkers: 2 }),
      long('long-nets', nets),
      long('long-reach', reach),
      long('long-singles', singles),
      long('long', ['e2e/long/*.test.ts'], { exclude: [...clocks, ...nets, ...reach, ...singles] }),
    ],
  },
})
