import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../apps/server/src/db/client.ts'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { keepPartitions } from '../apps/server/src/db/partitions.ts'
import { partitionsOf } from '../apps/server/src/module/partitions.ts'
import { modules } from '../apps/server/src/modules.ts'
import { median } from './numbers.ts'
import { seedDevices } from './seed.ts'

/** Number of devices that change together, as when a node ends, and number of measurements. */
const together = 2000
const rounds = 7

interface Cost {
  milliseconds: number
  /** Bytes of write-ahead log without full-page images, which do not depend on the load of the machine. */
  bytes: number
}

async function walPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes`.execute(db)
  return Number(rows[0]?.bytes)
}

/** Cost of a status change per device, in a statement for many of them. */
async function costOfChange(db: Db): Promise<Cost> {
  const costs: Cost[] = []
  for (let round = 0; round < rounds; round++) {
    const position = await walPosition(db)
    const started = performance.now()
    await sql`
      UPDATE devices SET status = CASE WHEN status = 1 THEN 0 ELSE 1 END, status_since = now()
      WHERE id IN (SELECT id FROM devices WHERE deleted_at IS NULL ORDER BY md5(id::text || ${round}::text) LIMIT ${together})`.execute(
      db,
    )
    costs.push({
      milliseconds: (performance.now() - started) / together,
      bytes: ((await walPosition(db)) - position) / together,
    })
  }
  return {
    milliseconds: median(costs.map((cost) => cost.milliseconds)),
    bytes: median(costs.map((cost) => cost.bytes)),
  }
}

const ratio = (one: Cost, other: Cost) =>
  `${(one.milliseconds / other.milliseconds).toFixed(2)} of the time, ${(one.bytes / other.bytes).toFixed(2)} of the log`

/** Cost of a status change, and the part caused by each family of indexes on devices. */
export async function benchStatus(count = Number(process.argv[3] ?? 50_000)): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const postgres = await startEmbedded(folder, { settings: { shared_buffers: '256MB', full_page_writes: 'off' } })
  const { db, pool, stop } = openDatabase(postgres.connection, () => {}, 2)
  try {
    await migrate(pool)
    await keepPartitions(db, partitionsOf(modules), new Date())
    await pool.query(`
      INSERT INTO companies (name, level, parent_id) VALUES ('Demo', 1, 0), ('Demo North', 1, 0), ('Demo North Pier', 1, 0);
      UPDATE companies SET l1_id = id WHERE level = 1`)
    await seedDevices(db, count)
    const { rows } = await sql<{ name: string; definition: string; bytes: number }>`
      SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition, pg_relation_size(i.indexrelid) AS bytes
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = 'devices'::regclass AND NOT i.indisprimary AND NOT i.indisunique ORDER BY 1`.execute(db)
    const families = Map.groupBy(rows, ({ name }) => name.replace(/_(company|l1|l2|all)$/, ''))
    await costOfChange(db)
    const all = await costOfChange(db)
    console.log(
      `all ${rows.length} indexes: ${(all.milliseconds * 1000).toFixed(0)} µs and ${all.bytes.toFixed(0)} bytes of log a device`,
    )
    for (const [family, indexes] of families) {
      for (const { name } of indexes) await sql`DROP INDEX ${sql.ref(name)}`.execute(db)
      const without = await costOfChange(db)
      for (const { definition } of indexes) await sql.raw(definition).execute(db)
      const again = await costOfChange(db)
      const megabytes = indexes.reduce((sum, { bytes }) => sum + Number(bytes), 0) / 1e6
      console.log(`without ${family} (${indexes.length}, ${megabytes.toFixed(1)} MB): ${ratio(without, again)}`)
    }
    for (const { name } of rows) await sql`DROP INDEX ${sql.ref(name)}`.execute(db)
    console.log(`without any: ${ratio(await costOfChange(db), all)}`)
  } finally {
    await stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
