import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { launchOptions } from './chromium.ts'

const port = Number(process.env.E2E_PORT ?? 3190)
const baseURL = process.env.E2E_URL ?? `http://localhost:${port}`

/**
 * Browser tests against the demo: the whole server with its simulated devices, in a data folder of its own. Tests
 * depend on what others left, so one worker runs them in order; several shards, each on a port and thus a server of its
 * own, may run in parallel.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 1,
  // For a machine that is a few times as slow as usual.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // A parallel run on another port has its own.
  outputDir: `../test-results/${port}`,
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    // A third of the time of a test; for one that fails: `--trace on`.
    trace: 'off',
    launchOptions,
  },
  ...(process.env.E2E_URL
    ? {}
    : {
        webServer: {
          command: 'node scripts/start.mjs',
          cwd: '..',
          url: `${baseURL}/ready`,
          timeout: 120_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
          env: {
            PORT: String(port),
            GATEWAY_PORT: String(port + 12_000),
            // The demo does not change, and is complete soon: sending a month of history for forty devices takes
            // minutes.
            DEMO_PAST_DAYS: '3',
            DEMO_POWER_CUTS: 'off',
            DATA_DIR: path.join(mkdtempSync(path.join(tmpdir(), 'console-e2e-')), 'data'),
          },
        },
      }),
})
