import * as z from 'zod/mini'
import { optionalFields } from '../forms/schema.ts'
import { text } from '../i18n.ts'
import { companyId, id } from '../ids.ts'
import { zoneText } from '../monitoring/usage-schemas.ts'
import { time } from '../time-schemas.ts'
import { type AlertPeriod, alertPeriods, periodStarts, sendsMail } from './constants.ts'
import {
  type AlertEventId,
  alertEvent,
  alertEventIds,
  alertTypes,
  areaFields,
  dataLimitEvent,
  hasArea,
  statusType,
} from './events.ts'
import { editAlertForm, newAlertForm } from './forms.ts'

const typeIds = Object.keys(alertTypes).map(Number)

export const alertSchema = z.object({
  id: id('alert'),
  /** The rule that raised it; null if it was deleted since. */
  alerts_configs_id: z.nullable(id('alert_rule')),
  company_id: companyId(),
  company_name: z.string(),
  device_id: id('device'),
  /** Name of the device at the time. */
  device_name: z.string(),
  /** The event in one sentence. */
  event: z.string(),
  message: z.string(),
  alert_type: z.string(),
  alert_subtype: z.string(),
  alert_type_id: z.int(),
  alert_subtype_id: z.int(),
  /** Time of the event; for late reports before it was noticed. */
  created_at: time(),
})
export type Alert = z.infer<typeof alertSchema>

export const alertRuleSchema = z.object({
  id: id('alert_rule'),
  device_id: id('device'),
  device_name: z.string(),
  company_id: companyId(),
  company_name: z.string(),
  alert_type_id: z.int(),
  alert_subtype_id: z.int(),
  type: z.string(),
  subtype: z.string(),
  enable: z.boolean(),
  /** Reason why it raises no alerts although it is enabled. */
  not_evaluated: z.nullable(z.string()),
  /** 1 e-mail, 2 notification in the console, 3 both. */
  action: z.literal([1, 2, 3]),
  email_type: z.boolean(),
  /** Recipient: the address, or the user. */
  receiver: z.string(),
  email_to: z.nullable(z.string()),
  subject: z.string(),
  message: z.string(),
  redundancy_enable: z.boolean(),
  /** Minutes */
  redundancy_interval: z.nullable(z.int()),
  /** MB */
  data_limit: z.nullable(z.int()),
  sim: z.nullable(z.literal([1, 2])),
  period: z.nullable(z.enum(alertPeriods)),
  starts: z.nullable(z.int()),
  /** This and the next two are also null for users who may not see where devices are. */
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** Metres */
  radius: z.nullable(z.number()),
  /** Always null: the installation sends the mails. */
  smtp_config_id: z.nullable(z.int()),
  /** Time zone for its messages. */
  zone: z.string(),
  /** The user who created it and gets its notifications; null if the user was deleted. */
  user_id: z.nullable(id('user')),
  username: z.string(),
  last_alert_at: z.nullable(time()),
  created_at: time(),
  updated_at: time(),
})
export type AlertRule = z.infer<typeof alertRuleSchema>

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const required = text('forms.required')

/** Values of a rule apart from its device; each may be missing. */
export interface AlertRuleValues {
  alert_subtype_id: AlertEventId
  action: number
  email?: string | null | undefined
  message?: string | null | undefined
  redundancy_interval?: number | null | undefined
  data_limit?: number | null | undefined
  sim?: number | null | undefined
  period?: AlertPeriod | null | undefined
  starts?: number | null | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  radius?: number | null | undefined
}

/** Fields that a rule for that event requires. */
const neededBy = ({ alert_subtype_id: event, action }: AlertRuleValues): (keyof AlertRuleValues)[] => [
  ...(sendsMail(action) ? (['email'] as const) : []),
  ...(event === dataLimitEvent ? (['data_limit', 'sim', 'period', 'starts'] as const) : (['message'] as const)),
  ...(hasArea(event) ? areaFields : []),
]

/** Errors of a rule as a whole, by field. */
export function ruleProblems(rule: AlertRuleValues): { field: string; message: string }[] {
  const missing = neededBy(rule).filter((field) => isEmpty(rule[field]))
  const problems: { field: string; message: string }[] = missing.map((field) => ({ field, message: required }))
  const { period, starts } = rule
  if (rule.alert_subtype_id === dataLimitEvent && period && typeof starts === 'number') {
    const { min, max } = periodStarts[period]
    if (starts < min || starts > max) problems.push({ field: 'starts', message: text('alerts.starts', { min, max }) })
  }
  return problems
}

const noSmtp = () =>
  z.optional(z.nullable(z.int().check(z.refine(() => false, { error: text('alerts.no_smtp_config') }))))

const { device_id: _, alert_subtype_id: event, action, ...fields } = optionalFields(newAlertForm)

/** One rule for one device. The server always retries mails, whatever `delivery_retry` and the related fields say. */
export const newAlertRuleSchema = z
  .object({
    device_id: id('device'),
    alert_type_id: z.literal(typeIds, text('alerts.unknown_type')),
    alert_subtype_id: z.literal([...alertEventIds], text('alerts.unknown_event')),
    action: z.literal([1, 2, 3], required),
    ...fields,
    smtp_config_id: noSmtp(),
    delivery_retry: z.optional(z.boolean()),
    retry_interval: z.optional(z.int().check(z.minimum(0))),
    retry_count: z.optional(z.int().check(z.minimum(0))),
    /** For times in messages, and for the periods of a data limit. */
    zone: z._default(zoneText(), 'UTC'),
  })
  .check(
    z.refine((rule) => alertEvent(rule.alert_subtype_id).type === rule.alert_type_id, {
      error: text('alerts.other_type'),
      path: ['alert_subtype_id'],
    }),
    z.refine((rule) => rule.alert_type_id === statusType || rule.redundancy_interval !== undefined, {
      error: required,
      path: ['redundancy_interval'],
    }),
    z.check(({ value, issues }) => {
      for (const { field, message } of ruleProblems(value))
        issues.push({ code: 'custom', message, path: [field], input: value })
    }),
  )
export type NewAlertRule = z.infer<typeof newAlertRuleSchema>

/** Event and device cannot change; omitted fields stay as they are. */
export const alertRuleChangeSchema = z
  .object({ ...optionalFields(editAlertForm), smtp_config_id: noSmtp() })
  .check(z.refine((change) => Object.keys(change).length > 0, { error: text('forms.no_change') }))
