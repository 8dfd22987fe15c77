import { sendsMail } from '@longreach/contract/alerts/constants'
import { listAlertRules } from '@longreach/contract/alerts/endpoints'
import {
  type AlertEventId,
  type AlertTypeId,
  alertEvent,
  alertTypes,
  dataLimitEvent,
} from '@longreach/contract/alerts/events'
import type { AlertRule } from '@longreach/contract/alerts/schemas'
import { text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import { defineList } from '../../db/list.ts'
import { inContext } from '../../db/scope.ts'
import { usesAutomations } from '../devices/capabilities.ts'
import { ownEmail, ownStart, wholeLimit } from './rule-store.ts'

interface RuleRow {
  id: number
  device_id: number
  device_name: string
  model: string | null
  firmware: string | null
  company_id: number
  company_name: string
  event: AlertEventId
  type: AlertTypeId
  enabled: boolean
  action: 1 | 2 | 3
  email: string | null
  subject: string
  message: string
  redundancy_enabled: boolean
  redundancy_interval: number | null
  data_limit: number | null
  sim: 1 | 2 | null
  period: AlertRule['period']
  starts: number | null
  latitude: number | null
  longitude: number | null
  radius: number | null
  zone: string
  user_id: number | null
  username: string
  fired_at: Date | null
  created_at: Date
  updated_at: Date
}

export const ruleList = defineList({
  endpoint: listAlertRules,
  from: () => sql`alert_rules r JOIN devices d ON d.id = r.device_id JOIN companies c ON c.id = r.company_id`,
  reach: (scope) => sql<boolean>`(${inContext(scope, 'r')} AND d.deleted_at IS NULL)`,
  columns: () => sql<RuleRow>`r.id, r.device_id, d.name AS device_name, d.model, d.firmware, r.company_id,
    c.name AS company_name, r.event, r.type, r.enabled, r.action, ${ownEmail} AS email, r.subject, r.message, r.redundancy_enabled,
    r.redundancy_interval, ${wholeLimit} AS data_limit, r.sim, r.period, ${ownStart} AS starts, r.latitude, r.longitude, r.radius, r.zone, r.user_id,
    r.username, r.fired_at, r.created_at, r.updated_at`,
  id: 'r.id',
  sorts: {
    created_at: 'r.id',
    device_name: 'd.name_key',
    company_name: 'c.name_key',
    alert_type_id: 'r.type',
    enable: 'r.enabled',
  },
  defaultSort: '-created_at',
  filters: {
    company_id: 'r.company_id',
    device_id: 'r.device_id',
    type: (ids) => sql<boolean>`r.type = ANY (${ids.map(Number)}::smallint[])`,
    subtype: (ids) => sql<boolean>`r.event = ANY (${ids.map(Number)}::smallint[])`,
    user_id: 'r.user_id',
    enable: 'r.enabled',
  },
  search: {
    message: sql`lower(r.message)`,
    device_name: sql`d.name_key`,
    receiver: sql`lower(coalesce(${ownEmail}, r.username))`,
  },
})

export const { page: findRules, ids: findRuleIds, find: findRule } = ruleList

/** Why a rule raises no alerts. */
function notEvaluated(row: RuleRow) {
  if (usesAutomations(row)) return text('alerts.use_automations')
  return row.event === dataLimitEvent && row.data_limit === null ? text('alerts.no_limit') : null
}

export const presentRule = (row: RuleRow): AlertRule => ({
  id: row.id,
  device_id: row.device_id,
  device_name: row.device_name,
  company_id: row.company_id,
  company_name: row.company_name,
  alert_type_id: row.type,
  alert_subtype_id: row.event,
  type: alertTypes[row.type],
  subtype: alertEvent(row.event).title,
  enable: row.enabled,
  not_evaluated: notEvaluated(row),
  action: row.action,
  email_type: sendsMail(row.action),
  receiver: sendsMail(row.action) ? (row.email ?? text('alerts.no_address')) : row.username,
  email_to: row.email,
  subject: row.subject,
  message: row.message,
  redundancy_enable: row.redundancy_enabled,
  redundancy_interval: row.redundancy_interval,
  data_limit: row.data_limit,
  sim: row.sim,
  period: row.period,
  starts: row.starts,
  latitude: row.latitude,
  longitude: row.longitude,
  radius: row.radius,
  smtp_config_id: null,
  zone: row.zone,
  user_id: row.user_id,
  username: row.username,
  last_alert_at: row.fired_at && formatTime(row.fired_at),
  created_at: formatTime(row.created_at),
  updated_at: formatTime(row.updated_at),
})
