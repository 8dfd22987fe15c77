import { listAlerts } from '@longreach/contract/alerts/endpoints'
import { type AlertEventId, type AlertTypeId, alertEvent, alertTypes } from '@longreach/contract/alerts/events'
import type { Alert } from '@longreach/contract/alerts/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inContextHistory, inHistory, type Placement, type Scope, systemScope } from '../../db/scope.ts'

interface AlertRow {
  id: number
  rule_id: number | null
  company_id: number
  company_name: string
  device_id: number
  device_name: string
  event: AlertEventId
  type: AlertTypeId
  seen: string
  message: string
  created_at: Date
}

/** Rows after which a total is only a lower bound. */
const countCap = 10_000

/** An alert is visible to the company to which the device belonged at the time. */
export const alertList = defineList({
  endpoint: listAlerts,
  from: () => sql`alerts a JOIN companies c ON c.id = a.company_id`,
  reach: (scope) => inContextHistory(scope, 'a'),
  columns:
    () => sql<AlertRow>`a.id, a.rule_id, a.company_id, c.name AS company_name, a.device_id, a.device_name, a.event,
    a.type, a.seen, a.message, a.created_at`,
  id: 'a.id',
  sorts: {
    created_at: 'a.created_at',
    device_name: sql`lower(a.device_name) COLLATE "C"`,
    company_name: 'c.name_key',
    alert_type_id: 'a.type',
  },
  defaultSort: '-created_at',
  filters: {
    company_id: 'a.company_id',
    device_id: 'a.device_id',
    type: (ids) => sql<boolean>`a.type = ANY (${ids.map(Number)}::smallint[])`,
    subtype: (ids) => sql<boolean>`a.event = ANY (${ids.map(Number)}::smallint[])`,
    alerts_configs_id: 'a.rule_id',
    ...createdBetween('a.created_at'),
  },
  search: {
    message: sql`lower(a.message)`,
    device_name: sql`lower(a.device_name)`,
  },
  countCap,
})

export const { page: findAlerts, ids: findAlertIds, find: findAlert } = alertList

export const presentAlert = (row: AlertRow): Alert => ({
  id: row.id,
  alerts_configs_id: row.rule_id,
  company_id: row.company_id,
  company_name: row.company_name,
  device_id: row.device_id,
  device_name: row.device_name,
  event: row.seen,
  message: row.message,
  alert_type: alertTypes[row.type],
  alert_subtype: alertEvent(row.event).title,
  alert_type_id: row.type,
  alert_subtype_id: row.event,
  created_at: formatTime(row.created_at),
})

/** The newest alerts of a device that the caller sees. */
export async function newestAlerts(db: Db, scope: Scope, deviceId: number, most: number): Promise<Alert[]> {
  const rows = await alertList.rows(db, scope, { device_id: [deviceId] }, { limit: most, offset: 0 })
  return rows.map(presentAlert)
}

export interface LockedAlert extends Placement {
  id: number
  device_id: number
  device_name: string
  event: AlertEventId
  message: string
}

export async function lockAlerts(db: Db, scope: Scope, ids: readonly number[]): Promise<LockedAlert[]> {
  const { rows } = await sql<LockedAlert>`
    SELECT a.id, a.device_id, a.device_name, a.event, a.message, a.company_id, a.l1_id, a.l2_id FROM alerts a
    WHERE a.id = ANY (${[...ids]}::bigint[]) AND ${inHistory(scope, 'a')} ORDER BY a.id FOR UPDATE`.execute(db)
  return rows
}

export async function removeAlerts(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    DELETE FROM alerts a WHERE a.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}`.execute(
    db,
  )
}

export async function removeAlertsOf(db: Db, companyId: number): Promise<void> {
  await sql`
    DELETE FROM alerts a WHERE a.company_id = ${companyId} AND ${systemScope('row resolved in scope before')}`.execute(
    db,
  )
}
