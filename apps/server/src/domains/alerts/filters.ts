import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inHistory, type Scope } from '../../db/scope.ts'
import { notFound } from '../../endpoint/problem.ts'
import { requireCompanies } from '../companies/store.ts'
import { devicesInScope, requireDevices } from '../devices/details.ts'
import { findUserIds } from '../users/store.ts'
import { findRuleIds } from './rule-list.ts'

/** Objects that a filter for a change names; all of them must exist in the caller's scope. */
interface Named {
  company_id?: number | undefined
  'ne:company_id'?: number | undefined
  device_id?: readonly number[] | undefined
  'ne:device_id'?: readonly number[] | undefined
  alerts_configs_id?: number | undefined
  user_id?: number | undefined
}

const devicesIn = (filter: Named) => [...new Set([...(filter.device_id ?? []), ...(filter['ne:device_id'] ?? [])])]

/** Devices with alerts in reach. They may be deleted, or belong to another company by now. */
async function devicesWithAlerts(db: Db, scope: Scope, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ device_id: number }>`
    SELECT DISTINCT a.device_id FROM alerts a
    WHERE a.device_id = ANY (${[...ids]}::bigint[]) AND ${inHistory(scope, 'a')}`.execute(db)
  return rows.map(({ device_id }) => device_id)
}

export async function requireNamedOfAlerts(db: Db, scope: Scope, filter: Named): Promise<void> {
  await requireCompanies(db, scope, [filter.company_id, filter['ne:company_id']])
  const devices = devicesIn(filter)
  const seen = new Set([
    ...(await devicesInScope(db, scope, devices)),
    ...(await devicesWithAlerts(db, scope, devices)),
  ])
  if (devices.some((id) => !seen.has(id))) throw notFound('filter.device_id')
  const { alerts_configs_id: rule } = filter
  if (rule !== undefined && (await findRuleIds(db, scope, { id: [rule] }, 1)).length === 0)
    throw notFound('filter.alerts_configs_id')
}

export async function requireNamedOfRules(db: Db, scope: Scope, filter: Named): Promise<void> {
  await requireCompanies(db, scope, [filter.company_id, filter['ne:company_id']])
  await requireDevices(db, scope, devicesIn(filter))
  const { user_id: user } = filter
  if (user !== undefined && (await findUserIds(db, scope, { id: [user] }, 1)).length === 0)
    throw notFound('filter.user_id')
}
