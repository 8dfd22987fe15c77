import type { OfflineReason } from '@longreach/contract/devices/constants'
import type { QueryOf } from '@longreach/contract/endpoint'
import { listOutages } from '@longreach/contract/outages/endpoints'
import type { Availability } from '@longreach/contract/outages/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { readFact } from '../../db/installation.ts'
import { defineList } from '../../db/list.ts'
import { inScope, type Scope, systemScope } from '../../db/scope.ts'
import { type OutageRow, outageTitle, presentOutage } from './present.ts'
import { sameTime } from './review.ts'

/** Of one device that is in reach. */
export const outageList = defineList({
  endpoint: listOutages,
  from: () => sql`device_outages o LEFT JOIN actions a ON a.id = o.action_id`,
  reach: ({ deviceId }: { deviceId: number }) =>
    sql`o.device_id = ${deviceId} AND ${systemScope('history of a device already resolved in scope')}`,
  columns: () => sql<OutageRow>`o.*, a.kind AS action, a.username`,
  id: 'o.id',
  sorts: { started_at: 'o.started_at' },
  defaultSort: '-started_at',
  filters: {},
  countCap: 10_000,
})

export async function findOutages(db: Db, deviceId: number, query: QueryOf<typeof listOutages>, now: Date) {
  const { page, ...meta } = await outageList.page(db, { deviceId }, query)
  return { data: page.map((row) => presentOutage(row, now)), meta }
}

/** Days of the availability, and how many of its outages are listed. */
const period = { days: 30, listed: 500 } as const

interface PeriodRow {
  started_at: Date
  ended_at: Date | null
  reason: OfflineReason
  total: number
  offline: number
  unknown: number
}

/** When the availability of a device starts: it cannot be known for the time before. */
async function startOf(db: Db, scope: Scope, id: number): Promise<Date | null> {
  const recorded = await readFact<string>(db, 'outages_since')
  const { rows } = await sql<{ since: Date | null }>`
    SELECT greatest(d.bound_at, now() - make_interval(days => ${period.days}), ${recorded ?? null}::timestamptz) AS since
    FROM devices d WHERE d.id = ${id} AND d.bound_at IS NOT NULL AND d.status_since IS NOT NULL
      AND d.status IN (0, 1) AND ${inScope(scope, 'd')}`.execute(db)
  return rows[0]?.since ?? null
}

/** While the server was not running, it is not known whether the device was available. */
const unknown = sql`o.reason = 'server'`

export async function readAvailability(db: Db, scope: Scope, id: number, now: Date): Promise<Availability> {
  const since = await startOf(db, scope, id)
  if (!since) return { since: null, percent: null, offline: 0, outages: 0, periods: [] }
  const { rows } = await sql<PeriodRow>`
    SELECT o.started_at, o.ended_at, o.reason,
      count(*) FILTER (WHERE NOT ${unknown}) OVER () AS total,
      coalesce(sum(t.seconds) FILTER (WHERE NOT ${unknown}) OVER (), 0) AS offline,
      coalesce(sum(t.seconds) FILTER (WHERE ${unknown}) OVER (), 0) AS unknown
    FROM device_outages o CROSS JOIN LATERAL (
      SELECT extract(epoch FROM coalesce(o.ended_at, ${now}) - greatest(o.started_at, ${since}))::float8 AS seconds) t
    WHERE o.device_id = ${id} AND coalesce(o.ended_at, ${now}) > ${since}
    ORDER BY o.started_at DESC LIMIT ${period.listed}`.execute(db)
  const [first] = rows
  const offline = Math.max(0, Math.round(first?.offline ?? 0))
  const seconds = (now.getTime() - since.getTime()) / 1000 - (first?.unknown ?? 0)
  return {
    since: formatTime(since),
    percent: seconds <= 0 ? null : Math.max(0, Math.round((1 - offline / Math.max(1, seconds)) * 10_000) / 100),
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

/** Names that support a reason. */
const mostNearby = 20

/** Devices in reach that were lost at the same place and at about the same time as this one was last. */
export async function findNearby(db: Db, scope: Scope, id: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    WITH latest AS (
      SELECT o.started_at, o.place, d.company_id FROM device_outages o JOIN devices d ON d.id = o.device_id
      WHERE o.device_id = ${id} AND ${inScope(scope, 'd')} ORDER BY o.started_at DESC LIMIT 1)
    SELECT DISTINCT d.id, d.name FROM latest l
    JOIN device_outages o ON o.started_at BETWEEN l.started_at - make_interval(mins => ${sameTime})
      AND l.started_at + make_interval(mins => ${sameTime}) AND o.place = l.place
    JOIN devices d ON d.id = o.device_id AND d.company_id = l.company_id
    WHERE d.id <> ${id} AND d.deleted_at IS NULL AND o.reason NOT IN ('action', 'revoked', 'dropped', 'server')
      AND ${inScope(scope, 'd')}
    ORDER BY d.name, d.id LIMIT ${mostNearby}`.execute(db)
  return rows
}
