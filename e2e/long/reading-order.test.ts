import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { between, pick } from '../../apps/fleet/src/prng.ts'
import { openDatabase } from '../../apps/server/src/db/client.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { createPartitions } from '../../apps/server/src/db/partitions.ts'
import { historyTables } from '../../apps/server/src/domains/monitoring/history-tables.ts'
import { orderDays } from '../../apps/server/src/domains/monitoring/rollups/reading-order.ts'
import { until } from '../../apps/server/src/test/until.ts'
import { killDatabase } from './mortal-server.ts'
import type { Sent } from './order-worker.ts'

const now = new Date('2026-03-10T06:00:00Z')
const dayMs = 86_400_000
const days = 2
const others = 100
const devices = 40
const kills = 20
/** `KILLS_SEED` repeats a run. */
const seed = Number(process.env.KILLS_SEED ?? randomInt(2 ** 31))
const worker = path.resolve(import.meta.dirname, 'order-worker.ts')

test(`${kills} kills while closed days are put in reading order and late reports arrive: each acknowledged report is there once, at its time`, async () => {
  process.stdout.write(`KILLS_SEED=${seed}\n`)
  const folder = mkdtempSync(path.join(tmpdir(), 'order-'))
  const postgres = await startEmbedded(folder)
  const database = openDatabase(postgres.connection, () => {})
  const { db } = database
  let child: ChildProcess | undefined
  try {
    await migrate(database.pool)
    const table = historyTables.find((one) => one.table === 'history_90')
    if (!table) throw new Error('no table')
    const closed = Array.from({ length: days }, (_, day) => new Date(now.getTime() - (day + 1) * dayMs))
    await createPartitions(db).ensure(table, closed)
    // Reports of other devices, in the order they arrived, so that a copy takes long enough to be killed.
    await sql`INSERT INTO history_90 (device_id, set_id, ts, boot, seq, v, t)
      SELECT 1000 + d, 1, at, 1, extract(epoch FROM at), ARRAY[1, 2, 3], '{}'
      FROM generate_series(date_trunc('day', ${now}::timestamptz) - make_interval(days => ${days}),
        date_trunc('day', ${now}::timestamptz) - interval '1 second', interval '5 minutes') at, generate_series(1, ${others}) d
      ORDER BY at, d`.execute(db)

    const waiting = new Map<string, Sent>()
    const acknowledged: Sent[] = []
    const seqs = new Map<number, number>()
    let swapped = 0
    let made = 0
    const refused: unknown[] = []
    const send = () => {
      const device = 1 + (made % devices)
      const seq = (seqs.get(device) ?? 0) + 1
      seqs.set(device, seq)
      const midnight = Math.floor(now.getTime() / dayMs) * dayMs
      const report = { device, seq, ts: midnight - (1 + (made % days)) * dayMs + ((seq * 7000) % dayMs) }
      made++
      waiting.set(`${device} ${seq}`, report)
      if (ready) child?.send(report)
    }
    let ready = false
    let stopping = false
    const start = () => {
      const own = fork(worker, [postgres.connection.host, now.toISOString()], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      child = own
      ready = false
      own.on('error', () => {})
      own.on('message', (message: Partial<Sent> & { swapped?: number; refused?: string }) => {
        if (message.refused !== undefined) refused.push(message.refused)
        if (message.swapped !== undefined) {
          swapped += message.swapped
          if (ready || own !== child) return
          // The first one says that it is ready: what was not acknowledged is sent again, in order.
          ready = true
          for (const report of waiting.values()) own.send(report)
          return
        }
        const key = `${message.device} ${message.seq}`
        const report = waiting.get(key)
        if (!report) return
        waiting.delete(key)
        acknowledged.push(report)
      })
      own.on('exit', () => {
        if (own === child && !stopping) start()
      })
    }
    start()
    const load = setInterval(() => {
      for (let count = 0; count < 10 && waiting.size < 200 && ready; count++) send()
    }, 10)
    let killed = 0
    const began = performance.now()
    try {
      for (let kill = 0; kill < kills; kill++) {
        const before = [acknowledged.length, swapped] as const
        // Something is stored in between, and days are swapped before every fifth kill; the others come at any moment.
        await until(() => acknowledged.length > before[0] + 20 && (kill % 5 > 0 || swapped > before[1]), 30_000)
        await delay(Math.round(between(0, 300, seed, kill)))
        if (pick(['worker', 'worker', 'worker', 'worker', 'database'], seed, kill, 1) === 'database') {
          killDatabase(folder)
        } else child?.kill('SIGKILL')
        killed++
        process.stdout.write(`kill ${killed} at ${Math.round(performance.now() - began)} ms\n`)
      }
      clearInterval(load)
      await until(() => waiting.size === 0, 30_000)
    } finally {
      clearInterval(load)
      stopping = true
      child?.kill('SIGKILL')
    }
    // It may still be starting after the last kill.
    await until(
      () =>
        sql`SELECT 1`.execute(db).then(
          () => true,
          () => false,
        ),
      30_000,
    )
    await until(async () => {
      await orderDays(db, now, { smallest: 0 })
      const { rows } = await sql<{
        left: number
      }>`SELECT (SELECT count(*) FROM reading_order.days WHERE state <> 'done')
        + (SELECT count(*) FROM reading_order.changes) AS left`.execute(db)
      return rows[0]?.left === 0
    }, 30_000)
    const { rows } = await sql<{ device_id: number; seq: number; ts: Date }>`
      SELECT device_id, seq, ts FROM history WHERE device_id <= ${devices}`.execute(db)
    const say = ({ device, seq, ts }: Sent) => `device ${device}, report ${seq} of ${new Date(ts).toISOString()}`
    const stored = rows.map((row) => say({ device: row.device_id, seq: row.seq, ts: row.ts.getTime() }))
    const sent = new Set(acknowledged.map(say))
    const found = new Set(stored)
    const faults = {
      missing: [...sent].filter((report) => !found.has(report)),
      moved: stored.filter((report) => !sent.has(report)),
      doubled: stored.length - found.size,
    }
    expect(faults).toEqual({ missing: [], moved: [], doubled: 0 })
    const { rows: kept } = await sql<{ count: number }>`SELECT count(*) FROM history WHERE device_id > 1000`.execute(db)
    expect(kept[0]?.count).toBe(others * 288 * days)
    const { rows: leftovers } = await sql`SELECT relname FROM pg_class
      WHERE relnamespace = 'reading_order'::regnamespace AND relkind = 'r' AND relname LIKE 'history%'`.execute(db)
    expect({ refused, killed, leftovers }).toEqual({ refused: [], killed: kills, leftovers: [] })
    expect(swapped, 'days swapped meanwhile').toBeGreaterThan(4)
    process.stdout.write(`${acknowledged.length} reports, ${swapped} swaps\n`)
  } finally {
    child?.kill('SIGKILL')
    await database.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
