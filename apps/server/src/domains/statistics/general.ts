import { generalGroups, generalValues } from '@longreach/contract/statistics/constants'
import type { General } from '@longreach/contract/statistics/schemas'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inContext, inContextHistory, type Scope } from '../../db/scope.ts'
import { countDevices } from '../devices/counts.ts'

interface Range {
  from: Date
  to: Date
}

type Figures = Pick<General, 'companies' | 'users'> & General['period']

/** Devices by group and value, most frequent first; unknown ones have no value. */
export async function countGroups(db: Db, scope: Scope) {
  const counts = await countDevices(db, scope, generalGroups, undefined)
  return generalGroups.map((group) => ({
    group,
    values: Object.entries(counts[group] ?? {})
      .map(([value, devices]) => ({ value: value === 'is_null' ? null : value, devices }))
      .toSorted((one, other) => other.devices - one.devices),
  }))
}

export async function readGeneral(db: Db, scope: Scope, { from, to }: Range): Promise<General> {
  const groups = await countGroups(db, scope)
  const within = (column: string) => sql`${sql.ref(column)} >= ${from} AND ${sql.ref(column)} < ${to}`
  const { rows } = await sql<Figures>`
    SELECT
      (SELECT count(*) FROM companies c WHERE c.level > 0 AND ${inContext(scope, 'c')})::int AS companies,
      (SELECT count(*) FROM companies c WHERE c.level > 0 AND ${inContext(scope, 'c')} AND ${within('c.created_at')})::int
        AS new_companies,
      (SELECT count(*) FROM users u WHERE ${inContext(scope, 'u')})::int AS users,
      (SELECT count(*) FROM users u WHERE ${inContext(scope, 'u')} AND ${within('u.created_at')})::int AS new_users,
      (SELECT count(*) FROM devices d WHERE d.deleted_at IS NULL AND ${inContext(scope, 'd')} AND ${within('d.created_at')})::int
        AS new_devices,
      (SELECT count(DISTINCT s.device_id) FROM device_seen s
        WHERE s.day >= date_trunc('day', ${from}::timestamptz, 'UTC') AND s.day < ${to} AND ${inContextHistory(scope, 's')})::int
        AS devices_seen,
      a.actions, a.failed_actions,
      (SELECT count(*) FROM device_outages o JOIN devices d ON d.id = o.device_id
        WHERE d.deleted_at IS NULL AND ${inContext(scope, 'd')} AND ${within('o.started_at')})::int AS outages
    FROM (SELECT count(*)::int AS actions, count(*) FILTER (WHERE t.state IN ('failed', 'expired'))::int AS failed_actions
      FROM action_targets t WHERE ${within('t.created_at')} AND ${inContextHistory(scope, 't')}) a`.execute(db)
  const { companies, users, ...period } = rows[0] as Figures
  const total = groups.find(({ group }) => group === 'status')?.values ?? []
  return {
    companies,
    users,
    devices: total.reduce((sum, { devices }) => sum + devices, 0),
    groups: Object.fromEntries(
      groups.map(({ group, values }) => [group, values.slice(0, generalValues)]),
    ) as General['groups'],
    period,
  }
}
