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

/** Devices that change together, as when a node ends, and how often it is measured. */
const together = 2000
const rounds = 7

/** Milliseconds of a status change of one device, in a statement for many of them. */
async function costOfChange(db: Db): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await sql`
      UPDATE devices SET status = CASE WHEN status = 1 THEN 0 ELSE 1 END, status_since = now()
      WHERE id IN (SELECT id FROM devices WHERE deleted_at IS NULL ORDER BY md5(id::text || ${round}::text) LIMIT ${together})`.execute(
      db,
    )
    times.push((performance.now() - startedAt) / together)
  }
  return median(times)
}

/** What a status change costs, and what each family of indexes of the devices adds to it. */
export async function benchStatus(count = Number(process.argv[3] ?? 50_000)): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  const postgres = await startEmbedded(folder, { settings: { shared_buffers: '256MB' } })
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
    const families = Map.groupBy(rows, ({ name }) => name.replace(/_(company|l1|l2|all|lookup)$/, ''))
    await costOfChange(db)
    const all = await costOfChange(db)
    console.log(`all ${rows.length} indexes: ${(all * 1000).toFixed(0)} µs a device`)
    for (const [family, indexes] of families) {
      for (const { name } of indexes) await sql`DROP INDEX ${sql.ref(name)}`.execute(db)
      const without = await costOfChange(db)
      for (const { definition } of indexes) await sql.raw(definition).execute(db)
      const again = await costOfChange(db)
      const megabytes = indexes.reduce((sum, { bytes }) => sum + Number(bytes), 0) / 1e6
      console.log(
        `without ${family} (${indexes.length}, ${megabytes.toFixed(1)} MB): ${(without / again).toFixed(2)} of it`,
      )
    }
    for (const { name } of rows) await sql`DROP INDEX ${sql.ref(name)}`.execute(db)
    console.log(`without any: ${((await costOfChange(db)) / all).toFixed(2)} of it`)
  } finally {
    await stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
