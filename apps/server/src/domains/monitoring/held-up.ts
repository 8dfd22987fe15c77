import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Changed } from './late-hours.ts'
import { historyTables } from './partitions.ts'

/** A report that was told once more, by the table its values are in. */
export interface Repetition extends Changed {
  boot: number
  seq: number
  /** Days its table keeps it. */
  retention: number
}

/**
 * A line that was under way when its network went away may arrive when it is back: its age was true when it was sent, so
 * the report would stand that much too late. Nothing makes one arrive too early, so the repetition that follows tells the
 * truth. Differences of two seconds are the rounding of ages. Answers what changed, where it stood and where it stands.
 */
export async function correctHeldUp(tx: Tx, repetitions: readonly Repetition[]): Promise<Changed[]> {
  const changed: Changed[] = []
  for (const { table, days } of historyTables) {
    const rows = repetitions.filter(({ retention }) => retention === days)
    if (rows.length === 0) continue
    const moved = await sql<{ device_id: number; set_id: number; was: Date; ts: Date }>`
      WITH wrong AS (
        SELECT h.device_id, h.set_id, h.boot, h.seq, h.ts AS was, min(told.ts) AS ts
        FROM unnest(${rows.map(({ deviceId }) => deviceId)}::bigint[], ${rows.map(({ setId }) => setId)}::int[],
          ${rows.map(({ boot }) => boot)}::bigint[], ${rows.map(({ seq }) => seq)}::bigint[],
          ${rows.map(({ ts }) => ts.toISOString())}::timestamptz[]) AS told (device_id, set_id, boot, seq, ts)
        JOIN ${sql.table(table)} h USING (device_id, set_id, boot, seq)
        WHERE h.ts > told.ts + interval '2 seconds' AND h.ts < told.ts + interval '1 hour'
        GROUP BY 1, 2, 3, 4, 5)
      UPDATE ${sql.table(table)} h SET ts = wrong.ts FROM wrong
      WHERE h.device_id = wrong.device_id AND h.set_id = wrong.set_id AND h.ts = wrong.was AND h.boot = wrong.boot AND h.seq = wrong.seq
      RETURNING h.device_id, h.set_id, wrong.was, h.ts`.execute(tx)
    for (const { device_id, set_id, was, ts } of moved.rows) {
      const place = { deviceId: device_id, setId: set_id }
      changed.push({ ...place, ts: was }, { ...place, ts })
    }
  }
  return changed
}
