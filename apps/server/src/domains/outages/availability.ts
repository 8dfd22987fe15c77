import type { OfflineReason } from '@longreach/contract/devices/constants'
import type { Availability } from '@longreach/contract/outages/schemas'
import { formatTime } from '@longreach/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Scope, systemScope } from '../../db/scope.ts'
import type { AvailabilityOf } from '../devices/hooks.ts'
import { outageTitle } from './present.ts'

/** Days covered by the availability, and most outages listed. */
const period = { days: 30, listed: 500 } as const

const start = sql`now() - make_interval(days => ${sql.lit(period.days)})`
/** Time since which outages are recorded in this installation. */
const recorded = sql`(SELECT (value #>> '{}')::timestamptz FROM installation WHERE key = 'outages_since')`
/** Condition for devices `d` that have connected. */
const connected = sql`d.bound_at IS NOT NULL AND d.status_since IS NOT NULL AND d.status IN (0, 1)`

/** The part of each outage `o` after a time, in `t.seconds`. */
const outagesSince = (since: RawBuilder<unknown>) => sql`
  device_outages o CROSS JOIN LATERAL (
    SELECT extract(epoch FROM coalesce(o.ended_at, now()) - greatest(o.started_at, ${since}))::float8 AS seconds) t`
const lastsBeyond = (since: RawBuilder<unknown>) => sql`coalesce(o.ended_at, now()) > ${since}`

/** While the server was not running, the availability of the device is unknown. */
const unknown = sql`o.reason = 'server'`

/** Percentage with two decimals. */
function share(seconds: number, offline: number): number | null {
  if (seconds <= 0) return null
  return Math.max(0, Math.round((1 - offline / Math.max(1, seconds)) * 10_000) / 100)
}

/** Start of a device's availability, which is unknown for the time before. */
async function startOf(db: Db, scope: Scope, id: number): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    SELECT greatest(d.bound_at, ${start}, ${recorded}) AS since
    FROM devices d WHERE d.id = ${id} AND ${connected} AND ${inScope(scope, 'd')}`.execute(db)
  return rows[0]?.since ?? null
}

interface PeriodRow {
  started_at: Date
  ended_at: Date | null
  reason: OfflineReason
  total: number
  offline: number
  unknown: number
}

export async function readAvailability(db: Db, scope: Scope, id: number, now: Date): Promise<Availability> {
  const since = await startOf(db, scope, id)
  if (!since) return { since: null, percent: null, offline: 0, outages: 0, periods: [] }
  const { rows } = await sql<PeriodRow>`
    SELECT o.started_at, o.ended_at, o.reason,
      count(*) FILTER (WHERE NOT ${unknown}) OVER () AS total,
      coalesce(sum(t.seconds) FILTER (WHERE NOT ${unknown}) OVER (), 0) AS offline,
      coalesce(sum(t.seconds) FILTER (WHERE ${unknown}) OVER (), 0) AS unknown
    FROM ${outagesSince(sql`${since}::timestamptz`)}
    WHERE o.device_id = ${id} AND ${lastsBeyond(sql`${since}::timestamptz`)}
    ORDER BY o.started_at DESC LIMIT ${period.listed}`.execute(db)
  const [first] = rows
  const offline = Math.max(0, Math.round(first?.offline ?? 0))
  return {
    since: formatTime(since),
    percent: share((now.getTime() - since.getTime()) / 1000 - (first?.unknown ?? 0), offline),
    offline,
    outages: first?.total ?? 0,
    periods: rows
      .filter(({ reason }) => reason !== 'server')
      .map(({ started_at, ended_at, reason }) => ({
        started_at: formatTime(started_at),
        ended_at: ended_at && formatTime(ended_at),
        title: outageTitle(reason),
      })),
  }
}

/** Availability of the devices on a page, in one statement. */
export const availabilityOf: AvailabilityOf = async (db, ids) => {
  const { rows } = await sql<{ id: number; since: Date; seconds: number; offline: number; unknown: number }>`
    SELECT d.id, s.since, extract(epoch FROM now() - s.since)::float8 AS seconds, l.offline, l.unknown
    FROM devices d CROSS JOIN LATERAL (SELECT greatest(d.bound_at, ${start}, ${recorded}) AS since) s CROSS JOIN LATERAL (
      SELECT coalesce(sum(t.seconds) FILTER (WHERE NOT ${unknown}), 0) AS offline,
        coalesce(sum(t.seconds) FILTER (WHERE ${unknown}), 0) AS unknown
      FROM ${outagesSince(sql`s.since`)} WHERE o.device_id = d.id AND ${lastsBeyond(sql`s.since`)}) l
    WHERE d.id = ANY (${[...ids]}::bigint[]) AND ${connected} AND ${systemScope('row resolved in scope before')}`.execute(
    db,
  )
  return new Map(
    rows.map((row) => [
      row.id,
      { since: row.since, percent: share(row.seconds - row.unknown, Math.round(row.offline)) },
    ]),
  )
}
