import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { patience } from '@longreach/contract/test-patience'
import { defineConfig } from '@playwright/test'
import { launchOptions } from './chromium.ts'

const port = Number(process.env.E2E_PORT ?? 3190)
const baseURL = process.env.E2E_URL ?? `http://localhost:${port}`

/** Files that change settings of the installation: they run alone. */
const alone = '*.alone.spec.ts'

/**
 * Browser tests against one demo: the whole server with its simulated devices, in a data folder of its own. All tests
 * read the demo; what a test changes it has made itself (place.ts), so that files run in any order and beside each other.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 2,
  projects: [
    { name: 'short', testIgnore: alone, grepInvert: /@long/ },
    { name: 'long', testIgnore: alone, grep: /@long/ },
    { name: 'alone', testMatch: alone, dependencies: ['short'] },
  ],
  timeout: patience.test,
  expect: { timeout: patience.shown },
  reporter: [['list']],
  // A parallel run on another port has its own.
  outputDir: `../test-results/${port}`,
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    // A third of the time of a test; for one that fails: `--trace on`.
    trace: 'off',
    // One process for all pages of a context, see test.ts.
    launchOptions: { ...launchOptions, args: [...launchOptions.args, '--process-per-site'] },
  },
  ...(process.env.E2E_URL
    ? {}
    : {
        webServer: {
          command: 'node scripts/start.mjs',
          cwd: '..',
          url: `${baseURL}/ready`,
          timeout: patience.serverStart,
          gracefulShutdown: { signal: 'SIGTERM', timeout: patience.serverEnd },
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
