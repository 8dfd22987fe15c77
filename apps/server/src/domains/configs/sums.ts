import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { Emit } from '../../events/emit.ts'
import type { ReportsStored } from '../monitoring/hooks.ts'

/** Devices per transaction. */
const atOnce = 1000

const link = systemScope('link of the device itself')

/** Stores reported checksums of configurations; they are compared soon after, so that no report waits for that. */
export const noteSums: ReportsStored = async (tx, rows) => {
  const sums = new Map(
    rows.flatMap(({ device_id, ts, values: { config_sum: sum } }) =>
      typeof sum === 'string' ? [[device_id, { sum, ts }] as const] : [],
    ),
  )
  if (sums.size === 0) return
  const noted = [...sums].sort(([one], [other]) => one - other)
  await sql`
    INSERT INTO config_sums AS s (device_id, sum, at)
    SELECT r.device_id, r.sum, r.at
    FROM unnest(${noted.map(([id]) => id)}::bigint[], ${noted.map(([, { sum }]) => sum)}::text[],
      ${noted.map(([, { ts }]) => ts)}::timestamptz[]) AS r (device_id, sum, at)
    WHERE ${link}
    ON CONFLICT (device_id) DO UPDATE SET sum = excluded.sum, at = excluded.at WHERE s.at <= excluded.at`.execute(tx)
}

/**
 * Compares the reported checksums of some devices with the known configurations; returns the number of devices. The
 * checksum of a known version requires no reading. One older than the last read is ignored; while a user's change is in
 * progress it waits, since the device is read at the end of the change.
 */
async function compareSome(tx: Db, emit: Emit): Promise<number> {
  const { rows } = await sql<{ device_id: number; company_id: number; sum: string; at: Date }>`
    SELECT s.device_id, d.company_id, s.sum, s.at FROM config_sums s JOIN devices d ON d.id = s.device_id
    WHERE ${link} AND NOT EXISTS (SELECT FROM action_targets t
      WHERE t.device_id = s.device_id AND t.kind IN ('configure', 'restore', 'roll_back') AND t.state IN ('sent', 'running'))
    ORDER BY s.device_id LIMIT ${atOnce} FOR NO KEY UPDATE OF d, s SKIP LOCKED`.execute(tx)
  if (rows.length === 0) return 0
  const ids = rows.map(({ device_id }) => device_id)
  const { rows: changed } = await sql<{ device_id: number }>`
    UPDATE device_configs x SET running_sum = r.sum, read_tries = 0, read_after = NULL, running_id = coalesce(r.version, x.running_id),
      read_sum = CASE WHEN r.version IS NULL THEN x.read_sum ELSE r.sum END,
      read_due = r.version IS NULL AND r.sum IS DISTINCT FROM x.ignored_sum
    FROM (
      SELECT s.device_id, s.sum, (
        SELECT v.id FROM config_versions v WHERE v.device_id = s.device_id AND v.device_sum = s.sum
        ORDER BY v.id = c.intended_id DESC, v.id DESC LIMIT 1) AS version
      FROM unnest(${ids}::bigint[], ${rows.map(({ sum }) => sum)}::text[], ${rows.map(({ at }) => at)}::timestamptz[])
        AS s (device_id, sum, at)
      JOIN device_configs c ON c.device_id = s.device_id
      WHERE c.read_at < s.at AND c.running_sum IS DISTINCT FROM s.sum
    ) AS r
    WHERE x.device_id = r.device_id AND ${link} RETURNING x.device_id`.execute(tx)
  const companies = new Map(rows.map(({ device_id, company_id }) => [device_id, company_id]))
  await emit(
    tx,
    ...changed.map(({ device_id }) => ({
      type: 'device.config_state' as const,
      data: { device_id, company_id: companies.get(device_id) ?? 0 },
    })),
  )
  await sql`DELETE FROM config_sums WHERE device_id = ANY (${ids}::bigint[])`.execute(tx)
  return rows.length
}

/** Compares all reported checksums whose rows are not locked. */
export async function compareSums(db: Db, emit: Emit): Promise<void> {
  for (let found = atOnce; found === atOnce; ) found = await db.transaction().execute((tx) => compareSome(tx, emit))
}
