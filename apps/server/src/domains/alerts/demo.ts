import { type AlertEventId, alertEvent } from '@longreach/contract/alerts/events'
import { defaultMessage, defaultSubject } from '@longreach/contract/alerts/placeholders'
import { type Text, text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { type Placement, systemScope } from '../../db/scope.ts'
import { eventHandler } from '../../events/handler.ts'
import type { Demo } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { inEnglish } from '../../texts.ts'
import { findDemoAdmin } from '../account/demo.ts'
import { setSimValues } from '../monitoring/usage/sim-limits.ts'
import { requireSimIn } from '../monitoring/usage/sim-slots.ts'
import { megabyte } from './limits.ts'
import { insertRule, type RuleValues, restartRules } from './rule-store.ts'
import { alertRulesChanged } from './topics.ts'

interface DemoRule extends Partial<RuleValues> {
  event: AlertEventId
}

interface DemoAlert {
  event: AlertEventId
  seen: Text
  hoursAgo: number
}

const signal = (limit: number, reading: number) => text('alerts.seen_signal', { limit, signal: reading })
const offline = text('alerts.seen_offline', { reason: text('devices.offline_silent') })
const online = text('alerts.event_online')

/** Rules of some devices by name, with alerts from before the demo. */
const devices: Readonly<Record<string, { rules: readonly DemoRule[]; alerts: readonly DemoAlert[] }>> = {
  'Bus 12': {
    rules: [{ event: 5 }, { event: 19, latitude: 55.7079, longitude: 21.1352, radius: 600 }],
    alerts: [{ event: 19, seen: text('alerts.seen_geofence_entered', { count: 588 }), hoursAgo: 3 }],
  },
  'Night bus N2': {
    rules: [{ event: 9 }, { event: 14 }],
    alerts: [
      { event: 9, seen: signal(-75, -81), hoursAgo: 9 },
      { event: 14, seen: online, hoursAgo: 30 },
    ],
  },
  'Data centre out-of-band': {
    rules: [
      { event: 15, data_limit: 20_480, sim: 1, period: 'month', starts: 1, action: 1, email: 'duty@longreach.test' },
      { event: 16 },
    ],
    alerts: [],
  },
  'Pump station East': {
    rules: [{ event: 9 }, { event: 5, enabled: false }],
    alerts: [
      { event: 5, seen: offline, hoursAgo: 52 },
      { event: 9, seen: signal(-75, -79), hoursAgo: 26 },
    ],
  },
  'Ferry Aurora': {
    rules: [{ event: 7 }],
    alerts: [{ event: 7, seen: signal(-98, -101), hoursAgo: 20 }],
  },
  // Its firmware has automations by now: the rule is from before.
  'Solar field 1': {
    rules: [{ event: 9 }],
    alerts: [
      { event: 9, seen: signal(-75, -77), hoursAgo: 28 },
      { event: 9, seen: signal(-75, -80), hoursAgo: 75 },
      { event: 5, seen: offline, hoursAgo: 120 },
    ],
  },
}

const messageOf = (name: string, seen: Text) => `${name}: ${inEnglish(seen)}`

async function arrange(tx: Tx, place: Placement, device: { id: number; name: string }): Promise<void> {
  const found = devices[device.name]
  const admin = await findDemoAdmin(tx)
  if (!found || !admin) return
  const ids = new Map<AlertEventId, number>()
  for (const { event, ...values } of found.rules) {
    const rule: RuleValues = {
      ...{ enabled: true, action: 2, email: null, subject: defaultSubject, message: defaultMessage },
      ...{ redundancy_enabled: true, redundancy_interval: 60, data_limit: null, sim: null, period: null, starts: null },
      ...{ latitude: null, longitude: null, radius: null },
      ...values,
    }
    const type = alertEvent(event).type
    const id = await insertRule(tx, place, {
      ...rule,
      device_id: device.id,
      event,
      type,
      zone: 'Europe/Vilnius',
      email_company_id: place.company_id,
      user_id: admin.id,
      username: admin.username,
    })
    ids.set(event, id)
    if (rule.period === 'month') {
      const sim = await requireSimIn(tx, { ...place, id: device.id }, { modem: 1, sim: rule.sim === 2 ? 2 : 1 })
      await setSimValues(tx, [sim], { data_limit: (rule.data_limit ?? 0) * megabyte, billing_day: rule.starts ?? 1 })
    }
  }
  await restartRules(tx, [...ids.values()])
  for (const { event, seen, hoursAgo } of found.alerts) {
    const at = new Date(Date.now() - hoursAgo * 3_600_000)
    const rule = ids.get(event) ?? null
    await sql`UPDATE alert_rules SET fired_at = greatest(fired_at, ${at}) WHERE id = ${rule}
      AND ${systemScope('console of the operator')}`.execute(tx)
    await tx
      .insertInto('alerts')
      .values({
        ...place,
        device_id: device.id,
        device_name: device.name,
        rule_id: rule,
        event,
        type: alertEvent(event).type,
        seen,
        message: messageOf(device.name, seen),
        created_at: at,
      })
      .execute()
  }
}

export const alertsDemo: Demo<Pick<Services, 'bus'>> = {
  events: ({ bus }) => [
    eventHandler('demo.alerts', ['device.created'], async (tx, events, after) => {
      for (const { data } of events) {
        const { rows } = await sql<Placement>`
          SELECT d.company_id, d.l1_id, d.l2_id FROM devices d
          WHERE d.id = ${data.device_id} AND ${systemScope('console of the operator')}`.execute(tx)
        const [place] = rows
        if (place) await arrange(tx, place, { id: data.device_id, name: data.name })
      }
      const deviceIds = events.map(({ data }) => data.device_id)
      after(() => bus.publish(alertRulesChanged, { deviceIds }))
    }),
  ],
}
