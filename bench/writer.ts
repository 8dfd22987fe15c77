import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/db/client.ts'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { keepPartitions } from '../apps/server/src/db/partitions.ts'
import { applyLatest } from '../apps/server/src/domains/devices/latest.ts'
import { createReportWriter } from '../apps/server/src/domains/monitoring/writer.ts'
import { partitionsOf } from '../apps/server/src/module/partitions.ts'
import { modules } from '../apps/server/src/modules.ts'
import { copyIn } from './copy.ts'
import { median, thousands } from './numbers.ts'
import { benchReport, benchNames as names } from './rows.ts'

const devices = 2000
const rounds = 20
const repeats = 5
const waitingAtMost = 8000

/** Durable reports per second: the writer with marks, latest state and history, against just COPY of the same rows. */
export async function benchWriter(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const postgres = await startEmbedded(folder)
  const { db, pool, stop } = openDatabase(postgres.connection, () => {})
  try {
    await migrate(pool)
    await keepPartitions(db, partitionsOf(modules), new Date())
    await pool.query(
      `INSERT INTO companies (id, level, name, l1_id) VALUES (1, 1, 'Bench', 1);
       INSERT INTO devices (company_id, l1_id, name, serial, status)
       SELECT 1, 1, 'Device ' || n, (1100000000 + n)::text, 1 FROM generate_series(1, ${devices}) AS n`,
    )
    const { rows: ids } = await pool.query<{ id: number }>('SELECT id FROM devices ORDER BY id')
    const client = new pg.Client(postgres.connection)
    await client.connect()
    await client.query('CREATE TABLE plain (LIKE history_90 INCLUDING ALL)')

    const nothing = () => {}
    const writer = createReportWriter({
      db,
      latest: async (tx, rows) => void (await applyLatest(tx, rows)),
      now: () => new Date(),
      diskSpace: { opened: () => undefined, failed: () => {} },
      log: { warn: (fields) => console.error(fields) },
      metrics: {
        stored: nothing,
        duplicates: nothing,
        refusedReports: nothing,
        refusedValues: nothing,
        batch: nothing,
      },
    })
    let seq = 0
    async function write(): Promise<number> {
      const started = performance.now()
      let waiting: Promise<unknown>[] = []
      for (let round = 0; round < rounds; round++) {
        seq++
        for (const { id } of ids) {
          const arrivedAt = new Date()
          waiting.push(
            writer.write(
              { deviceId: id, epoch: 1 },
              {
                boot: 'a1b2c3d4e5f6',
                seq,
                age: 0,
                uptime: 1e6,
                arrivedAt,
                names,
                values: benchReport(id, seq),
              },
            ),
          )
        }
        if (waiting.length >= waitingAtMost) {
          await Promise.all(waiting)
          waiting = []
        }
      }
      await Promise.all(waiting)
      return (devices * rounds) / ((performance.now() - started) / 1000)
    }
    async function copy(): Promise<number> {
      await client.query('TRUNCATE plain')
      const { rows } = await client.query<{ line: string }>(
        `SELECT concat_ws(E'\\t', device_id, set_id, ts, boot, seq, v, t) AS line FROM history_90
         ORDER BY ts DESC LIMIT ${devices * rounds}`,
      )
      const text = Buffer.from(`${rows.map(({ line }) => line.replaceAll('\\', '\\\\')).join('\n')}\n`)
      const started = performance.now()
      await copyIn(client, 'COPY plain FROM STDIN', text)
      return (devices * rounds) / ((performance.now() - started) / 1000)
    }

    await write()
    const results: { write: number; copy: number }[] = []
    for (let repeat = 0; repeat < repeats; repeat++) {
      await client.query('CHECKPOINT')
      const written = await write()
      await client.query('CHECKPOINT')
      results.push({ write: written, copy: await copy() })
    }
    const [written, copied] = [median(results.map((one) => one.write)), median(results.map((one) => one.copy))]
    const ratio = median(results.map((one) => one.write / one.copy))
    console.log(`writer alone   ${thousands(written)} reports/s = ${thousands(written * names.length)} values/s`)
    console.log(`raw COPY       ${thousands(copied)} rows/s of the same history rows, nothing else`)
    console.log(
      `ratio          ${ratio.toFixed(2)} (goal 0.60; medians of ${repeats}, ${names.length} values a report)`,
    )
    await client.end()
    await writer.stop()
  } finally {
    await stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
