import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { serverEnv, serverFlags } from '../scripts/server-flags.ts'
import { ended } from './installation.ts'
import { median } from './numbers.ts'
import { freePort } from './ports.ts'

const repeats = 5

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok
  } catch {
    return false
  }
}

/** The demo server with its own database; resolves when it is ready. */
export async function startAlone(folder: string): Promise<{ server: ChildProcess; took: number }> {
  const port = await freePort()
  const startedAt = performance.now()
  const server = fork(path.join(import.meta.dirname, '../apps/server/src/main.ts'), {
    env: {
      ...process.env,
      ...serverEnv,
      DEMO: '1',
      DATA_DIR: folder,
      PORT: String(port),
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
    },
    execArgv: serverFlags,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  while (!(await answers(`http://localhost:${port}/ready`))) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    await delay(10)
  }
  return { server, took: performance.now() - startedAt }
}

/** The unavoidable minimum: starting the database alone, and Node alone. */
async function bareStart(folder: string): Promise<number> {
  const startedAt = performance.now()
  spawnSync(process.execPath, ['-e', ''])
  const postgres = await startEmbedded(folder)
  const took = performance.now() - startedAt
  await postgres.stop()
  return took
}

/** Time from the command to the first response, for a new and for an existing installation. */
export async function benchStart(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  // PostgreSQL does not run as root; its account needs access to its cluster.
  await chmod(folder, 0o711)
  try {
    const installation = path.join(folder, 'installation')
    const bare = path.join(folder, 'bare')
    const first = await startAlone(installation)
    const results: { warm: number; bare: number }[] = []
    let { server } = first
    await bareStart(bare)
    for (let repeat = 0; repeat < repeats; repeat++) {
      server.kill('SIGTERM')
      await ended(server)
      const alone = await bareStart(bare)
      const again = await startAlone(installation)
      server = again.server
      results.push({ warm: again.took, bare: alone })
    }
    server.kill('SIGTERM')
    await ended(server)
    const of = (read: (one: (typeof results)[number]) => number) => median(results.map(read))
    console.log(`new installation, with database and demo data: ${(first.took / 1000).toFixed(1)} s`)
    console.log(
      `start to first answer: ${(of(({ warm }) => warm) / 1000).toFixed(2)} s (goal 1.5); Node and PostgreSQL alone ` +
        `${(of((one) => one.bare) / 1000).toFixed(2)} s, ratio ${of((one) => one.warm / one.bare).toFixed(1)} (medians of ${repeats})`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
