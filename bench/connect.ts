import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { loadFleet } from '../apps/fleet/src/spec.ts'
import type { Db } from '../apps/server/src/db/client.ts'
import { bindFleet } from './bound-fleet.ts'
import { startHouse } from './house.ts'
import { thousands } from './numbers.ts'
import { usageOf } from './usage.ts'

const fleetSeed = 1
const spread = 10

async function countOnline(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM devices WHERE status = 1`.execute(db)
  return rows[0]?.count ?? 0
}

/** Thousands of devices calling in at once: how fast they are welcomed, and what each costs. */
export async function benchConnect(count = Number(process.argv[3] ?? 2000)): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-fleet-'))
  const house = await startHouse()
  const { db } = house.database
  try {
    await bindFleet(db, loadFleet(count, fleetSeed), folder)
    const idle = await usageOf(house.server.pid)
    const begun = Date.now()
    const fleet = fork(path.join(import.meta.dirname, '../apps/fleet/src/main.ts'), [
      ...['--server', `127.0.0.1:${house.gatewayPort}`, '--host-key', house.hostKey, '--state', folder],
      ...[
        '--devices',
        String(count),
        '--seed',
        String(fleetSeed),
        '--spread',
        String(spread),
        '--report',
        '5',
        '--addresses',
        '250',
      ],
    ])
    try {
      // Devices without power at the moment do not call in.
      const seen: { at: number; online: number }[] = []
      let steadySince = Date.now()
      while (Date.now() - steadySince < 15_000) {
        await delay(250)
        const online = await countOnline(db)
        if (online !== seen.at(-1)?.online) steadySince = Date.now()
        seen.push({ at: Date.now(), online })
      }
      const online = seen.at(-1)?.online ?? 0
      const most = seen.find((one) => one.online >= online * 0.95) ?? { at: steadySince, online }
      const seconds = (most.at - begun) / 1000
      const busy = await usageOf(house.server.pid)
      const clients = await usageOf(fleet.pid)
      console.log(
        `${thousands(most.online)} of ${thousands(count)} devices online after ${seconds.toFixed(0)} s: ` +
          `${(most.online / seconds).toFixed(0)} a second (goal 200); ${thousands(online)} after ${((steadySince - begun) / 1000).toFixed(0)} s`,
      )
      if (idle && busy && clients) {
        console.log(
          `server ${(((busy.cpu - idle.cpu) / online) * 1000).toFixed(1)} ms of CPU and ${((busy.rss - idle.rss) / online / 1000).toFixed(0)} KB each, first reports included (goals 3.5, 32); fleet ${(clients.rss / 1e6).toFixed(0)} MB`,
        )
      }
    } finally {
      fleet.kill('SIGTERM')
    }
  } finally {
    await house.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
