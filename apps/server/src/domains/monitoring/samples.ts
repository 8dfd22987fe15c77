import { type RawBuilder, sql } from 'kysely'
import { systemScope } from '../../db/scope.ts'
import type { RolledUp } from './rolled-up.ts'
import type { DeviceSet } from './sets.ts'

const inHistory = systemScope('history of a device already resolved in scope')

export interface Window {
  deviceId: number
  from: Date
  to: Date
}

/** The condition of the reports in a window. */
export const reportsIn = ({ deviceId, from, to }: Window) =>
  sql<boolean>`device_id = ${deviceId} AND ts >= ${from} AND ts < ${to} AND ${inHistory}`

const column = (kind: string, index: number) => sql.id(`${kind}${index}`)

function columnsOf(names: readonly string[], cell: (name: string, index: number) => RawBuilder<unknown>) {
  return sql.join(names.map(cell))
}

/**
 * Statements that return one row per day, hour or report, whichever is the coarsest there is, of the sets with any of the parameters. For the parameter at
 * index i: n<i> values, their min<i>, max<i>, sum<i>, the first<i> and last<i>, and by how much it rose within the row
 * (rise<i>).
 */
export function samplesOf(
  sets: readonly DeviceSet[],
  names: readonly string[],
  window: Window,
  rolledUp: RolledUp | null,
) {
  const parts: RawBuilder<unknown>[] = []
  const { from, to } = window
  const days = within(from, to, rolledUp?.days)
  const hours = within(days, to, rolledUp?.hours)
  for (const set of sets) {
    if (!names.some((name) => set.numbers.includes(name))) continue
    if (days > from) parts.push(rolledUpRows(dayRows, set, names, { ...window, to: days }))
    if (hours > days) parts.push(rolledUpRows(hourRows, set, names, { ...window, from: days, to: hours }))
    if (to > hours) parts.push(reportRows(set, names, { ...window, from: hours }))
  }
  return parts
}

/** How far roll-ups reach into what is left of a window. */
function within(from: Date, to: Date, until: Date | undefined): Date {
  if (!until || until <= from) return from
  return until < to ? until : to
}

function reportRows(set: DeviceSet, names: readonly string[], window: Window) {
  const columns = columnsOf(names, (name, index) => {
    const place = set.numbers.indexOf(name) + 1
    const x = place > 0 ? sql`v[${sql.lit(place)}]` : sql`NULL::float8`
    return sql`(${x} IS NOT NULL)::int AS ${column('n', index)}, ${x} AS ${column('min', index)},
      ${x} AS ${column('max', index)}, ${x} AS ${column('sum', index)}, ${x} AS ${column('first', index)},
      ${x} AS ${column('last', index)}, 0::float8 AS ${column('rise', index)}`
  })
  return sql`SELECT ts AS first_at, ts AS last_at, seq, ${columns} FROM history
    WHERE ${reportsIn(window)} AND set_id = ${set.id}`
}

const dayRows = { table: sql.table('history_day'), at: sql.ref('day'), step: sql.lit('day') }
const hourRows = { table: sql.table('history_hour'), at: sql.ref('hour'), step: sql.lit('hour') }

function rolledUpRows({ table, at, step }: typeof dayRows, set: DeviceSet, names: readonly string[], window: Window) {
  const columns = columnsOf(names, (name, index) => {
    const place = set.numbers.indexOf(name) + 1
    const cell = (array: string) => (place > 0 ? sql`${sql.id(array)}[${sql.lit(place)}]` : sql`NULL::float8`)
    return sql`coalesce(${place > 0 ? sql`counts[${sql.lit(place)}]` : sql`0`}, 0) AS ${column('n', index)},
      ${cell('mins')} AS ${column('min', index)}, ${cell('maxs')} AS ${column('max', index)},
      ${cell('sums')} AS ${column('sum', index)}, ${cell('firsts')} AS ${column('first', index)},
      ${cell('lasts')} AS ${column('last', index)}, coalesce(${cell('rises')}, 0) AS ${column('rise', index)}`
  })
  return sql`SELECT first_at, last_at, 0::bigint AS seq, ${columns} FROM ${table}
    WHERE device_id = ${window.deviceId} AND set_id = ${set.id}
      AND ${at} >= date_trunc(${step}, ${window.from}::timestamptz, 'UTC') AND ${at} < ${window.to} AND ${inHistory}`
}

export interface BucketRow {
  bucket: number
  first: number
  last: number
  [column: `${'min' | 'avg' | 'max' | 'end' | 'rise' | 'secs'}${number}`]: number | null
}

/** The place of a sample in buckets of `width` seconds from `start`. */
export const everySeconds = (start: Date, width: number) =>
  sql<number>`floor((extract(epoch FROM first_at)::float8 - ${start.getTime() / 1000}) / ${width})::int`

/**
 * The samples from `start` on in buckets, by the `place` of each; the window may start earlier, so that a counter's first
 * bucket knows the value before. A counter that falls has restarted from zero: of one that has wrapped, what it counted up
 * to the wrap is left out, which is less than a report's worth, where the opposite mistake would invent gigabytes. Rows of
 * several sets may overlap; of the later one only what goes beyond the other counts. A rise after more than `longest`
 * seconds without a value counts as none.
 */
export function bucketsOf(
  samples: readonly RawBuilder<unknown>[],
  counters: readonly boolean[],
  start: Date,
  place: RawBuilder<number>,
  longest?: number,
): RawBuilder<BucketRow> {
  const before = counters.map((counter, index) => {
    if (!counter) return sql``
    const run = sql`(PARTITION BY ${column('n', index)} = 0 ORDER BY last_at, seq)`
    return sql`, lag(${column('last', index)}) OVER ${run} AS ${column('before', index)},
      lag(last_at) OVER ${run} AS ${column('since', index)}`
  })
  const columns = counters.map((counter, index) => {
    const [n, first, prior] = [column('n', index), column('first', index), column('before', index)]
    const since = column('since', index)
    return counter
      ? sql`, sum(CASE WHEN ${n} = 0 THEN NULL WHEN ${prior} IS NULL THEN nullif(${column('rise', index)}, 0)
            ${longest === undefined ? sql`` : sql`WHEN extract(epoch FROM first_at - ${since}) > ${longest} THEN ${column('rise', index)}`}
            WHEN first_at < ${since} THEN greatest(${column('last', index)} - ${prior}, 0)
            WHEN ${first} >= ${prior} THEN ${column('rise', index)} + ${first} - ${prior}
            ELSE ${column('rise', index)} + ${first} END) AS ${column('rise', index)},
          sum(CASE WHEN ${n} > 0 THEN extract(epoch FROM last_at - coalesce(${since}, first_at))::float8 END)
            AS ${column('secs', index)}`
      : sql`, min(${column('min', index)}) AS ${column('min', index)}, max(${column('max', index)}) AS ${column('max', index)},
          sum(${column('sum', index)}) / nullif(sum(${n}), 0) AS ${column('avg', index)},
          (array_agg(${column('last', index)} ORDER BY last_at DESC, seq DESC) FILTER (WHERE ${n} > 0))[1]
            AS ${column('end', index)}`
  })
  return sql<BucketRow>`WITH samples AS (${sql.join(samples, sql` UNION ALL `)}),
    steps AS (SELECT * ${sql.join(before, sql``)} FROM samples)
    SELECT ${place} AS bucket,
      extract(epoch FROM min(first_at))::float8 AS first, extract(epoch FROM max(last_at))::float8 AS last
      ${sql.join(columns, sql``)}
    FROM steps WHERE first_at >= ${start} GROUP BY bucket ORDER BY bucket`
}
