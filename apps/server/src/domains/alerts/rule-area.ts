import { areaFields, hasArea } from '@longreach/contract/alerts/events'
import type { NewAlertRule } from '@longreach/contract/alerts/schemas'
import type { Session } from '../../endpoint/session.ts'
import { requireLocation } from '../devices/places/position.ts'
import type { RuleValues } from './rule-store.ts'

/** Throws if a rule would reveal whether a device is in an area to a user who may not see where devices are. */
export function requireAreas(session: Pick<Session, 'permissions' | 'scopes'>, rules: readonly NewAlertRule[]): void {
  const at = rules.findIndex(({ alert_subtype_id }) => hasArea(alert_subtype_id))
  if (at >= 0) requireLocation(session, `data.${at}.alert_subtype_id`)
}

/** Throws if a change of the area would reveal it. */
export function requireAreaChange(session: Pick<Session, 'permissions' | 'scopes'>, change: object): void {
  const field = areaFields.find((name) => name in change)
  if (field) requireLocation(session, field)
}

/** A rule without its area, unless the user may see where devices are. */
export const withArea = <R extends object>({ permissions }: Pick<Session, 'permissions' | 'scopes'>, rule: R): R =>
  permissions.has('view_device_location')
    ? rule
    : { ...rule, ...Object.fromEntries(areaFields.map((name) => [name, null])) }

/** Values for the audit log, whose readers may lack that permission: whether there is an area, not where. */
export function audited({ latitude, longitude, radius, ...values }: Partial<RuleValues>): Record<string, unknown> {
  return { ...values, ...(typeof latitude === 'number' ? { position: 'set' } : {}) }
}
