import { alertLimits, sendsMail, sendsNotification } from '@longreach/contract/alerts/constants'
import { type AlertTypeId, alertTypes } from '@longreach/contract/alerts/events'
import { fillPlaceholders, type PlaceholderValues } from '@longreach/contract/alerts/placeholders'
import { formatTime } from '@longreach/contract/time'
import type { Bus } from '../../bus/bus.ts'
import { clocks } from '../../clocks.ts'
import type { Tx } from '../../db/client.ts'
import type { Placement } from '../../db/scope.ts'
import type { Emit } from '../../events/emit.ts'
import { inEnglish } from '../../texts.ts'
import type { Mailer } from '../mail/mailer.ts'
import { plainLine } from '../mail/render.ts'
import type { Fired } from './evaluate.ts'
import type { WatchedRule } from './watched-rules.ts'

export interface FireDeps {
  bus: Pick<Bus, 'publish'>
  emit: Emit
  mailer: Pick<Mailer, 'mail'>
  consoleUrl: () => string
}

const hourMs = 3_600_000

/** Values of placeholders; a device's name and its reported values are one line of plain text each. */
function valuesOf(rule: WatchedRule, { at, seen }: Fired): PlaceholderValues {
  return {
    name: plainLine(rule.device_name),
    type: inEnglish(alertTypes[rule.type as AlertTypeId]),
    event: plainLine(inEnglish(seen)),
    time: formatTime(new Date(clocks(rule.zone, at.getTime()))),
  }
}

/** Limits the mails of a rule within an hour; the hour starts with the first of them. */
function takesMail(rule: WatchedRule, now: Date): boolean {
  if (rule.mails_since === null || now.getTime() - rule.mails_since.getTime() >= hourMs) {
    rule.mails_since = now
    rule.mails = 0
  }
  if (rule.mails >= alertLimits.mailsPerHour) return false
  rule.mails++
  return true
}

const linesOf = (message: string) => message.split('\n').map(plainLine)

/** Stores a fired alert with its deliveries, in the transaction that stores the new state of its rule. */
export async function fire(tx: Tx, deps: FireDeps, rule: WatchedRule, fired: Fired, now: Date): Promise<void> {
  const { company_id, l1_id, l2_id, device_id } = rule
  const place: Placement = { company_id, l1_id, l2_id }
  const values = valuesOf(rule, fired)
  const message = linesOf(fillPlaceholders(rule.message, values)).join('\n')
  const { id } = await tx
    .insertInto('alerts')
    .values({
      ...place,
      rule_id: rule.id,
      device_id,
      device_name: rule.device_name,
      event: rule.event,
      type: rule.type,
      seen: fired.seen,
      message,
      created_at: fired.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deps.emit(tx, {
    type: 'alert.fired',
    data: {
      device_id,
      company_id,
      alert_id: id,
      rule_id: rule.id,
      user_id: sendsNotification(rule.action) ? rule.user_id : null,
      message,
    },
  })
  if (!sendsMail(rule.action) || rule.email === null || !takesMail(rule, now)) return
  await deps.mailer.mail(tx, {
    to: rule.email,
    template: 'device_alert',
    data: {
      subject: plainLine(fillPlaceholders(rule.subject, values)),
      message,
      device: values.name,
      link: `${deps.consoleUrl()}/devices/${device_id}`,
    },
    company: place,
  })
}
