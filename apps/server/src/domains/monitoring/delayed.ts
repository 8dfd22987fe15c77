import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { historyTables } from './history-tables.ts'
import type { Changed } from './rollups/late-hours.ts'

/** A report that was sent again, with the table of its values. */
export interface Repetition extends Changed {
  boot: number
  seq: number
  /** Retention of its table in days. */
  retention: number
}

/** A report whose stored time was corrected. */
export interface Correction extends Changed {
  was: Date
}

/** Tolerance for the rounding of ages and the difference between the clocks of nodes. */
const slackMs = 2000
/** No connection delays a line longer than this. */
const longestMs = 3_600_000

/**
 * A line in transit when its network failed may arrive once the network is back. Its age was true when it was sent, so
 * the report is stored that much too late. Nothing makes a report arrive too early: the repetition that follows has the
 * right time, and reports stored with a later time are corrected.
 */
export async function correctDelayed(tx: Tx, repetitions: readonly Repetition[]): Promise<Correction[]> {
  const corrections: Correction[] = []
  for (const { table, days } of historyTables) {
    const rows = repetitions.filter(({ retention }) => retention === days)
    if (rows.length === 0) continue
    const times = rows.map(({ ts }) => ts.getTime())
    // Fixed bounds, so that partitions of other days are not even opened; OFFSET 0, so that each row is looked up by
    // its key.
    const { rows: wrong } = await sql<{
      device_id: number
      set_id: number
      boot: number
      seq: number
      was: Date
      ts: Date
    }>`
      SELECT repeated.device_id, repeated.set_id, repeated.boot, repeated.seq, h.ts AS was, min(repeated.ts) AS ts
      FROM unnest(${rows.map(({ deviceId }) => deviceId)}::bigint[], ${rows.map(({ setId }) => setId)}::int[],
        ${rows.map(({ boot }) => boot)}::bigint[], ${rows.map(({ seq }) => seq)}::bigint[],
        ${rows.map(({ ts }) => ts.toISOString())}::timestamptz[]) AS repeated (device_id, set_id, boot, seq, ts)
      CROSS JOIN LATERAL (SELECT h.ts FROM ${sql.table(table)} h
        WHERE h.device_id = repeated.device_id AND h.set_id = repeated.set_id AND h.boot = repeated.boot AND h.seq = repeated.seq
          AND h.ts > repeated.ts + ${slackMs} * interval '1 ms' AND h.ts < repeated.ts + ${longestMs} * interval '1 ms'
          AND h.ts > ${new Date(Math.min(...times))} AND h.ts < ${new Date(Math.max(...times) + longestMs)} OFFSET 0) h
      GROUP BY 1, 2, 3, 4, 5`.execute(tx)
    for (const { device_id, set_id, boot, seq, was, ts } of wrong) {
      await sql`UPDATE ${sql.table(table)} SET ts = ${ts}
        WHERE device_id = ${device_id} AND set_id = ${set_id} AND ts = ${was} AND seq = ${seq} AND boot = ${boot}`.execute(
        tx,
      )
      corrections.push({ deviceId: Number(device_id), setId: set_id, was, ts })
    }
  }
  return corrections
}
