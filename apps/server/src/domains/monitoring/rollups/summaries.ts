import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'

/** Table with summaries for a period, and the column with its start. */
export interface Period {
  table: 'history_hour' | 'history_day'
  start: 'hour' | 'day'
  ms: number
}

/** Reports of a device with one set of parameters in one period. */
export interface SummaryKey {
  device_id: number
  set_id: number
  at: Date
}

/** The keys as rows `due (device_id, set_id, <start>)`. */
export const dueRows = ({ start }: Period, due: readonly SummaryKey[]): RawBuilder<unknown> =>
  sql`unnest(${due.map((key) => key.device_id)}::bigint[], ${due.map((key) => key.set_id)}::int[],
    ${due.map((key) => key.at.toISOString())}::timestamptz[]) AS due (device_id, set_id, ${sql.ref(start)})`

/** Time from the start of the first key to the end of the last. */
export function spanOf({ ms }: Period, due: readonly SummaryKey[]): { from: Date; to: Date } {
  const times = due.map(({ at }) => at.getTime())
  return { from: new Date(Math.min(...times)), to: new Date(Math.max(...times) + ms) }
}

/** Removes summaries before they are computed again: there may be nothing left to compute them from. */
export async function removeSummaries(tx: Tx, period: Period, due: readonly SummaryKey[]): Promise<void> {
  const { from, to } = spanOf(period, due)
  const at = sql.ref(`s.${period.start}`)
  await sql`DELETE FROM ${sql.table(period.table)} s USING ${dueRows(period, due)}
    WHERE s.device_id = due.device_id AND s.set_id = due.set_id AND ${at} = due.${sql.ref(period.start)}
      AND ${at} >= ${from} AND ${at} < ${to} AND ${systemScope('background job')}`.execute(tx)
}

/** Aggregate for each array column, whose elements are in the order of the set. */
const arrays = { counts: 'count', mins: 'min', maxs: 'max', sums: 'sum', firsts: 'first', lasts: 'last', rises: 'rise' }
const whole = ['reports', 'first_at', 'last_at'] as const

/**
 * Last part of a statement with the CTEs `places` (a row for each parameter), `ends` (a row for each key) and `shared`
 * (shares of texts): stores them in place of the previous summaries.
 */
export function storeSummaries({ table, start }: Period): RawBuilder<unknown> {
  const key = sql.raw(`device_id, set_id, ${start}`)
  const names = Object.keys(arrays)
  const columns = [...whole, ...names, 'last_t', 'shares']
  const collected = Object.entries(arrays).map(([name, of]) => sql.raw(`array_agg(${of} ORDER BY place) AS ${name}`))
  // A set without numbers has no places.
  const values = columns.map((name) => sql.raw(name in arrays ? `coalesce(${name}, '{}')` : name))
  const replaced = columns.map((name) => sql.raw(`${name} = excluded.${name}`))
  return sql`, numbers AS (
      SELECT ${key}, ${sql.join(collected)} FROM places GROUP BY ${key}
    )
    INSERT INTO ${sql.table(table)} (${key}, ${sql.raw(columns.join(', '))})
    SELECT ${key}, ${sql.join(values)} FROM ends LEFT JOIN numbers USING (${key}) LEFT JOIN shared USING (${key})
    ON CONFLICT (${key}) DO UPDATE SET ${sql.join(replaced)}`
}
