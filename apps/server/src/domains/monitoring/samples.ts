import { type RawBuilder, sql } from 'kysely'
import { systemScope } from '../../db/scope.ts'
import type { RolledUp } from './rollups/rolled-up.ts'
import type { DeviceSet } from './sets.ts'

const inHistory = systemScope('history of a device already resolved in scope')

export interface Window {
  deviceId: number
  from: Date
  to: Date
}

export const reportsIn = ({ deviceId, from, to }: Window) =>
  sql<boolean>`device_id = ${deviceId} AND ts >= ${from} AND ts < ${to} AND ${inHistory}`

const column = (kind: string, index: number) => sql.id(`${kind}${index}`)

function columnsOf(names: readonly string[], cell: (name: string, index: number) => RawBuilder<unknown>) {
  return sql.join(names.map(cell))
}

/**
 * Statements that return one row per day, hour or report, whichever is the coarsest available, for the sets with any of
 * the parameters. For the parameter at index i: n<i> values, their min<i>, max<i>, sum<i>, the first<i> and last<i>,
 * and the rise within the row (rise<i>).
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

/** End of the roll-ups within what is left of a window. */
function within(from: Date, to: Date, until: Date | undefined): Date {
  if (!until || until <= from) return from
  return until < to ? until : to
}

const placesOf = (set: DeviceSet, names: readonly string[]) => names.map((name) => set.numbers.indexOf(name) + 1)

/**
 * The element of an array column at each place, by `kind` and the parameter's index. A parameter that the set does not
 * have has the place 0, which yields null.
 */
const elements = (array: string, kind: string, places: readonly number[]) =>
  sql.join(places.map((place, index) => sql`${sql.id(array)}[${sql.lit(place)}] AS ${column(kind, index)}`))

/*
 * `OFFSET 0` keeps the planner from merging the statements: elements are taken out of their arrays once, where
 * PostgreSQL would otherwise carry whole arrays through its sorts, and could not use the order of a sort for the last
 * value of a bucket.
 */

function reportRows(set: DeviceSet, names: readonly string[], window: Window) {
  const columns = columnsOf(names, (_, index) => {
    const x = column('x', index)
    return sql`(${x} IS NOT NULL)::int AS ${column('n', index)}, ${x} AS ${column('min', index)},
      ${x} AS ${column('max', index)}, ${x} AS ${column('sum', index)}, ${x} AS ${column('first', index)},
      ${x} AS ${column('last', index)}, 0::float8 AS ${column('rise', index)}`
  })
  return sql`SELECT ts AS first_at, ts AS last_at, seq, ${columns}
    FROM (SELECT ts, seq, ${elements('v', 'x', placesOf(set, names))} FROM history
      WHERE ${reportsIn(window)} AND set_id = ${set.id} OFFSET 0) reports`
}

const dayRows = { table: sql.table('history_day'), at: sql.ref('day'), step: sql.lit('day') }
const hourRows = { table: sql.table('history_hour'), at: sql.ref('hour'), step: sql.lit('hour') }

function rolledUpRows({ table, at, step }: typeof dayRows, set: DeviceSet, names: readonly string[], window: Window) {
  const places = placesOf(set, names)
  const columns = columnsOf(names, (_, index) => {
    const [n, rise] = [column('n', index), column('rise', index)]
    const others = ['min', 'max', 'sum', 'first', 'last'].map((kind) => column(kind, index))
    return sql`coalesce(${n}, 0) AS ${n}, ${sql.join(others)}, coalesce(${rise}, 0) AS ${rise}`
  })
  const kinds = { counts: 'n', mins: 'min', maxs: 'max', sums: 'sum', firsts: 'first', lasts: 'last', rises: 'rise' }
  const taken = sql.join(Object.entries(kinds).map(([array, kind]) => elements(array, kind, places)))
  return sql`SELECT first_at, last_at, 0::bigint AS seq, ${columns}
    FROM (SELECT first_at, last_at, ${taken} FROM ${table}
      WHERE device_id = ${window.deviceId} AND set_id = ${set.id}
        AND ${at} >= date_trunc(${step}, ${window.from}::timestamptz, 'UTC') AND ${at} < ${window.to} AND ${inHistory}
      OFFSET 0) rows`
}

export interface BucketRow {
  bucket: number
  reports: number
  first: number
  last: number
  [column: `${BucketKind}${number}`]: number | null
}

/** The bucket of a sample, for buckets of `width` seconds from `start`. */
export const everySeconds = (start: Date, width: number) =>
  sql<number>`floor((date_part('epoch', first_at) - ${start.getTime() / 1000}) / ${width})::int`

/**
 * The samples from `start` on in buckets, by the `place` of each; the window may start earlier, so that the first
 * bucket of a counter knows the value before. A counter that falls has restarted from zero; if it has wrapped instead,
 * the part up to the wrap is lost, which is less than a report's worth, whereas the opposite mistake would invent
 * gigabytes. Rows of several sets may overlap: of the later one only the part beyond the other counts. A rise after
 * more than `longest` seconds without a value counts as zero.
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
            ${longest === undefined ? sql`` : sql`WHEN date_part('epoch', first_at - ${since}) > ${longest} THEN ${column('rise', index)}`}
            WHEN first_at < ${since} THEN greatest(${column('last', index)} - ${prior}, 0)
            WHEN ${first} >= ${prior} THEN ${column('rise', index)} + ${first} - ${prior}
            ELSE ${column('rise', index)} + ${first} END) AS ${column('rise', index)},
          sum(CASE WHEN ${n} > 0 THEN date_part('epoch', last_at - coalesce(${since}, first_at)) END)
            AS ${column('secs', index)}`
      : sql`, min(${column('min', index)}) AS ${column('min', index)}, max(${column('max', index)}) AS ${column('max', index)},
          sum(${column('sum', index)}) / nullif(sum(${n}), 0) AS ${column('avg', index)},
          (array_agg(${column('last', index)} ORDER BY last_at DESC, seq DESC) FILTER (WHERE ${n} > 0))[1]
            AS ${column('end', index)}`
  })
  return sql<BucketRow>`WITH samples AS (${sql.join(samples, sql` UNION ALL `)}),
    steps AS (SELECT * ${sql.join(before, sql``)} FROM samples)
    SELECT ${place} AS bucket, count(*)::int AS reports,
      date_part('epoch', min(first_at)) AS first, date_part('epoch', max(last_at)) AS last
      ${sql.join(columns, sql``)}
    FROM steps WHERE first_at >= ${start} GROUP BY bucket ORDER BY bucket`
}

/** Columns in a bucket for a counter, and for any other parameter. */
const bucketKinds = { counter: ['rise', 'secs'], other: ['min', 'avg', 'max', 'end'] } as const
export type BucketKind = (typeof bucketKinds)['counter' | 'other'][number]

/** Columns of buckets, each in order of time. */
export type BucketColumns = { [Column in keyof BucketRow]: BucketRow[Column][] }

/** The buckets as one row with a JSON array per column, which is read faster than a row per bucket. */
export function bucketColumnsOf(
  buckets: RawBuilder<BucketRow>,
  counters: readonly boolean[],
): RawBuilder<BucketColumns> {
  const names = counters.flatMap((counter, index) =>
    bucketKinds[counter ? 'counter' : 'other'].map((kind) => `${kind}${index}`),
  )
  const columns = ['bucket', 'reports', 'first', 'last', ...names].map((name) => {
    const id = sql.id(name)
    return sql`coalesce(array_to_json(array_agg(${id} ORDER BY bucket)), '[]') AS ${id}`
  })
  return sql`SELECT ${sql.join(columns)} FROM (${buckets}) buckets`
}
