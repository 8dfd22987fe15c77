import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { ended } from './installation.ts'
import { startAlone } from './start.ts'
import { memoryOf, tree, usageOf } from './usage.ts'

/** Seconds. */
const settling = 20
const watched = 30

const postmaster = (folder: string) =>
  Number(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const sum = (pids: readonly number[]) => pids.reduce((total, pid) => total + memoryOf(pid), 0) / 1e6

async function cpuOf(pids: readonly number[]): Promise<number> {
  const used = await Promise.all(pids.map((pid) => usageOf(pid)))
  return used.reduce((total, one) => total + (one?.cpu ?? 0), 0)
}

/** Resources of an idle installation: memory of all its processes, and CPU. */
export async function benchIdle(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  // PostgreSQL does not run as root; its account needs access to its cluster.
  await chmod(folder, 0o711)
  const installation = path.join(folder, 'installation')
  const bare = path.join(folder, 'bare')
  try {
    // An existing installation: the first start compiles and fills the database.
    const first = await startAlone(installation)
    first.server.kill('SIGTERM')
    await ended(first.server)
    const { server } = await startAlone(installation)
    await delay(settling * 1000)
    const own = tree(server.pid ?? 0)
    const all = [...new Set([...own, ...tree(postmaster(installation))])]
    const before = await cpuOf(all)
    await delay(watched * 1000)
    const cpu = (100 * ((await cpuOf(all)) - before)) / watched
    const [whole, node] = [sum(all), memoryOf(server.pid ?? 0) / 1e6]
    server.kill('SIGTERM')
    await ended(server)

    const postgres = await startEmbedded(bare)
    const empty = spawn(process.execPath, ['-e', "require('node:http').createServer().listen(0)"])
    await delay(2000)
    const floor = sum([...tree(empty.pid ?? 0), ...tree(postmaster(bare))])
    empty.kill()
    await postgres.stop()
    console.log(
      `idle: ${whole.toFixed(0)} MB of memory with PostgreSQL (goal 250), ${node.toFixed(0)} of them the server, ${cpu.toFixed(1)} % of a core`,
    )
    console.log(
      `an empty Node server and an empty PostgreSQL: ${floor.toFixed(0)} MB, ratio ${(whole / floor).toFixed(1)}`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
