import { intervalLimits } from '@longreach/contract/devices/constants'
import { hourlyRetentionDays } from '@longreach/contract/monitoring/constants'
import type { Changes, History, Series, Shares } from '@longreach/contract/monitoring/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { bucketWidth, daySeconds, type Grid, hourSeconds, layOut } from './buckets.ts'
import { daysKept, type FindKnown, knownParameters } from './known.ts'
import { rolledUpUntil } from './rollups/rolled-up.ts'
import { sharesOf } from './rollups/shares.ts'
import {
  type BucketColumns,
  type BucketKind,
  bucketColumnsOf,
  bucketsOf,
  everySeconds,
  reportsIn,
  samplesOf,
  type Window,
} from './samples.ts'
import { type DeviceSet, setsOfDevice } from './sets.ts'
import { changesOf } from './texts.ts'

export interface HistoryRequest {
  parameters: readonly string[]
  from: Date
  to: Date
  points: number
}

const dayMs = daySeconds * 1000

function usesHours(find: FindKnown, names: readonly string[], from: Date, width: number, now: Date): boolean {
  if (width >= hourSeconds) return true
  const kept = names.map((name) => daysKept(find, name))
  return from.getTime() < now.getTime() - Math.min(...kept) * dayMs
}

/** True if days are drawn: where buckets are a day or wider, and where hours are no longer retained. */
const usesDays = (from: Date, width: number, now: Date) =>
  width >= daySeconds || from.getTime() < now.getTime() - hourlyRetentionDays * dayMs

/** True if every report with one of the parameters has all of them. */
function reportedTogether(sets: readonly DeviceSet[], names: readonly string[]): boolean {
  return sets.every((set) => {
    const found = names.filter((name) => set.numbers.includes(name)).length
    return found === 0 || found === names.length
  })
}

/** History of one device, which the caller has found in its scope. All parameters are known ones. */
export async function readHistory(
  db: Db,
  deviceId: number,
  request: HistoryRequest,
  now: Date,
  find: FindKnown = knownParameters(),
): Promise<History> {
  const isTextName = (name: string) => find(name)?.text ?? false
  const sets = await setsOfDevice(db, deviceId)
  const numbers = request.parameters.filter((name) => !isTextName(name))
  const window = { deviceId, from: request.from, to: request.to }
  const drawn = await drawNumbers(db, sets, numbers, window, request.points, now, find)
  const changes: Record<string, Changes> = {}
  const shares: Record<string, Shares> = {}
  const texts = request.parameters.filter(isTextName)
  const closed = texts.length > 0 ? (await rolledUpUntil(db, deviceId)).days : undefined
  for (const name of texts) {
    const kept = daysKept(find, name)
    changes[name] = await changesOf(db, sets, name, window, now, kept)
    if (closed) {
      shares[name] = await sharesOf(db, sets, name, window, closed, new Date(now.getTime() - kept * dayMs))
    }
  }
  return { ...drawn, end: formatTime(request.to), changes, shares }
}

type Drawn = Pick<History, 'bucket_s' | 'start' | 'times' | 'series'>

async function drawNumbers(
  db: Db,
  sets: readonly DeviceSet[],
  names: readonly string[],
  window: Window,
  points: number,
  now: Date,
  find: FindKnown,
): Promise<Drawn> {
  const isCounter = (name: string) => find(name)?.counter ?? false
  const seconds = (window.to.getTime() - window.from.getTime()) / 1000
  let width = bucketWidth(seconds, points)
  const hours = names.length > 0 && usesHours(find, names, window.from, width, now)
  const days = hours && usesDays(window.from, width, now)
  if (hours) width = Math.max(width, days ? daySeconds : hourSeconds)
  const counters = names.map(isCounter)
  const singles = async () =>
    hours || counters.includes(true) || !reportedTogether(sets, names)
      ? null
      : await readSingles(db, sets, names, window, points)
  const few = seconds / intervalLimits.min <= points ? await singles() : null
  if (few) return few
  const start = new Date(Math.floor(window.from.getTime() / 1000 / width) * width * 1000)
  const lookBack = counters.includes(true) ? Math.max(width, hourSeconds) * 1000 : 0
  const until = hours ? await rolledUpUntil(db, window.deviceId) : null
  const rolledUp = until && !days ? { hours: until.hours } : until
  const samples = samplesOf(sets, names, { ...window, from: new Date(start.getTime() - lookBack) }, rolledUp)
  const buckets = bucketsOf(samples, counters, start, everySeconds(start, width))
  const columns = samples.length > 0 ? (await bucketColumnsOf(buckets, counters).execute(db)).rows[0] : undefined
  const { bucket = [], reports = [], first = [], last = [] } = columns ?? {}
  // The first bucket may start before the window: only the others are certain to be within it.
  const within = bucket.reduce((sum, place, index) => sum + (place > 0 ? (reports[index] ?? 0) : 0), 0)
  const sparse = within <= points ? await singles() : null
  if (sparse) return sparse
  const startSeconds = start.getTime() / 1000
  const spans = bucket.map((place, index) => ({
    at: startSeconds + place * width,
    first: first[index] ?? 0,
    last: last[index] ?? 0,
  }))
  const grid = layOut(spans, width)
  const series = Object.fromEntries(names.map((name, index) => [name, seriesOf(columns, grid, index, isCounter(name))]))
  return { bucket_s: width, start: formatTime(start), times: grid.times, series }
}

function seriesOf(columns: BucketColumns | undefined, grid: Grid, index: number, counter: boolean): Series {
  const read = (kind: BucketKind) => {
    const column = columns?.[`${kind}${index}`] ?? []
    return grid.sources.map((source) => (source === null ? null : (column[source] ?? null)))
  }
  if (!counter) return { min: read('min'), avg: read('avg'), max: read('max'), last: read('end') }
  const [increase, seconds] = [read('rise'), read('secs')]
  const rate = increase.map((rise, place) => {
    const during = seconds[place] ?? 0
    return rise === null || during <= 0 ? null : rise / during
  })
  return { increase, rate }
}

interface Single {
  at: number
  values: (number | null)[]
}

/** The reports themselves, if the chart has a point for each of them. */
async function readSingles(
  db: Db,
  all: readonly DeviceSet[],
  names: readonly string[],
  window: Window,
  points: number,
): Promise<Drawn | null> {
  const sets = all.filter(({ numbers }) => names.some((name) => numbers.includes(name)))
  const reports = sets.map(({ id, numbers }) => {
    // Arrays start at 1, so that index 0 yields null.
    const values = names.map((name) => sql`v[${sql.lit(numbers.indexOf(name) + 1)}]`)
    return sql`SELECT ts, seq, ARRAY[${sql.join(values)}] AS values FROM history
      WHERE ${reportsIn(window)} AND set_id = ${id}`
  })
  const { rows } =
    reports.length > 0
      ? await sql<Single>`SELECT date_part('epoch', ts) AS at, values
          FROM (${sql.join(reports, sql` UNION ALL `)}) reports ORDER BY ts, seq LIMIT ${points + 1}`.execute(db)
      : { rows: [] }
  if (rows.length > points) return null
  const grid = layOut(
    rows.map(({ at }) => ({ at: Math.floor(at), first: at, last: at })),
    0,
  )
  const read = (index: number) =>
    grid.sources.map((source) => (source === null ? null : (rows[source]?.values[index] ?? null)))
  const series = Object.fromEntries(
    names.map((name, index) => {
      const own = read(index)
      return [name, { min: own, avg: own, max: own, last: own }]
    }),
  )
  return { bucket_s: 0, start: formatTime(window.from), times: grid.times, series }
}
