import { listFleetSims } from '@longreach/contract/monitoring/sim-endpoints'
import { type SimState, simStates, unusedDays } from '@longreach/contract/monitoring/usage-constants'
import type { FleetSim, SimTotals } from '@longreach/contract/monitoring/usage-schemas'
import { formatTime } from '@longreach/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { defineList } from '../../../db/list.ts'
import { inContext, inScope, type Scope } from '../../../db/scope.ts'
import { dateOf, dayOf, startOf } from '../calendar.ts'
import { forecastOf } from './forecast.ts'

interface SimRow {
  id: number
  iccid: string | null
  operator: string | null
  company_id: number
  company_name: string
  device_id: number | null
  device_name: string | null
  modem: number | null
  slot: number | null
  other_devices: { id: number; name: string }[]
  data_limit: number | null
  billing_day: number
  zone: string
  period: string | null
  period_end: string | null
  since: Date | null
  used: number | null
  expected: number | null
  over: boolean
  used_on: string | null
  checked_at: Date | null
}

/** Days for which a device that does not report a SIM any more counts as having it beside another one. */
const besideDays = 2

/** Where SIM `s` is: the slot in which it was seen last. */
const place = (scope: Scope) => sql`
  LEFT JOIN LATERAL (
    SELECT p.device_id, p.modem, p.slot, p.first_at, p.seen_at, d.name, d.name_key
    FROM sim_slots p JOIN devices d ON d.id = p.device_id
    WHERE p.sim_id = s.id AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}
    ORDER BY p.seen_at DESC, p.device_id LIMIT 1
  ) p ON true`

/** Other devices that report the SIM since it is in this one: a copy, or a mistake of one of them. */
const others = (scope: Scope) => sql`
  FROM sim_slots o JOIN devices d ON d.id = o.device_id
  WHERE o.sim_id = s.id AND o.device_id <> p.device_id AND o.seen_at >= p.first_at
    AND o.seen_at > p.seen_at - ${besideDays} * interval '1 day' AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}`

const conditions: Readonly<Record<SimState, (scope: Scope) => RawBuilder<boolean>>> = {
  over: () => sql`s.over`,
  no_limit: () => sql`s.data_limit IS NULL`,
  unused: () => sql`(s.checked_at IS NOT NULL AND coalesce(s.used_on < current_date - ${unusedDays}::int, true))`,
  not_inserted: () => sql`p.device_id IS NULL`,
  several: (scope) => sql`EXISTS (SELECT ${others(scope)})`,
}

export const simList = defineList({
  endpoint: listFleetSims,
  from: (scope) => sql`sims s JOIN companies c ON c.id = s.company_id ${place(scope)}`,
  reach: (scope) => inContext(scope, 's'),
  columns: (scope) => sql<SimRow>`s.id, s.iccid, s.operator, s.company_id, c.name AS company_name, p.device_id,
    p.name AS device_name, p.modem, p.slot, s.data_limit, s.billing_day, s.zone, s.period::text, s.period_end::text,
    s.since, s.used, s.expected, s.over, s.used_on::text, s.checked_at,
    coalesce((SELECT json_agg(json_build_object('id', d.id, 'name', d.name) ORDER BY d.id) ${others(scope)}), '[]') AS other_devices`,
  id: 's.id',
  sorts: {
    share: sql`coalesce(greatest(s.used, s.expected)::float8 / s.data_limit, -1)`,
    iccid: sql`coalesce(s.iccid, '')`,
    operator: sql`lower(coalesce(s.operator, ''))`,
    device_name: sql`coalesce(p.name_key, '')`,
    company_name: 'c.name_key',
    used: sql`coalesce(s.used, -1)`,
    expected: sql`coalesce(s.expected, -1)`,
    data_limit: sql`coalesce(s.data_limit, -1)`,
    billing_day: 's.billing_day',
    used_on: sql`coalesce(s.used_on, '-infinity')`,
  },
  defaultSort: '-share',
  filters: {
    company_id: 's.company_id',
    device_id: (ids) => sql<boolean>`EXISTS (
      SELECT FROM sim_slots o WHERE o.sim_id = s.id AND o.device_id = ANY (${ids}::bigint[]))`,
    state: (states, scope) =>
      sql<boolean>`(${sql.join(
        states.map((one) => conditions[one](scope)),
        sql` OR `,
      )})`,
  },
  search: {
    iccid: sql`lower(s.iccid)`,
    device_name: sql`p.name_key`,
    operator: sql`lower(s.operator)`,
  },
})

export const { page: findFleetSims, ids: findFleetSimIds } = simList

/** Numbers of SIMs by state, and sums of those with a limit. */
export async function countSims(db: Db, scope: Scope): Promise<SimTotals> {
  const counts = simStates.map(
    (state) => sql`count(*) FILTER (WHERE ${conditions[state](scope)})::int AS ${sql.id(state)}`,
  )
  const sums = (['used', 'data_limit', 'expected'] as const).map(
    (column) =>
      sql`coalesce(sum(${sumOf[column]}) FILTER (WHERE s.data_limit IS NOT NULL), 0)::bigint AS ${sql.id(column)}`,
  )
  const { rows } = await sql<SimTotals>`
    SELECT count(*)::int AS sims, ${sql.join([...counts, ...sums])}
    FROM sims s ${place(scope)} WHERE ${inContext(scope, 's')}`.execute(db)
  return rows[0] as SimTotals
}

/** Without a forecast a SIM is expected to use no more. */
const sumOf = {
  used: sql`s.used`,
  data_limit: sql`s.data_limit`,
  expected: sql`coalesce(s.expected, s.used)`,
}

function reachesOn({ used, data_limit, since, period_end, zone, checked_at }: SimRow): string | null {
  if (used === null || since === null || period_end === null || checked_at === null) return null
  const period = { from: since, to: startOf(zone, Date.parse(period_end)) }
  const { reachesAt } = forecastOf(used, data_limit, period, checked_at)
  return reachesAt && dateOf(dayOf(zone, reachesAt.getTime()))
}

export const presentFleetSim = (row: SimRow): FleetSim => ({
  id: row.id,
  iccid: row.iccid,
  operator: row.operator,
  company_id: row.company_id,
  company_name: row.company_name,
  device_id: row.device_id,
  device_name: row.device_name,
  modem: row.modem,
  sim_id: row.slot,
  other_devices: row.other_devices,
  data_limit: row.data_limit,
  billing_day: row.billing_day,
  period_start: row.period,
  period_end: row.period_end,
  used: row.used,
  left: row.data_limit === null ? null : row.data_limit - (row.used ?? 0),
  expected: row.expected,
  will_exceed: row.over,
  reaches_on: reachesOn(row),
  used_on: row.used_on,
  checked_at: row.checked_at && formatTime(row.checked_at),
})
