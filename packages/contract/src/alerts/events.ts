import { type Text, text } from '../i18n.ts'

/** Types of events by id; 3 and 5 are those of the public API. */
export const alertTypes = {
  1: text('alerts.type_1'),
  2: text('alerts.type_2'),
  3: text('alerts.type_3'),
  4: text('alerts.type_4'),
  5: text('alerts.type_5'),
  6: text('alerts.type_6'),
} as const satisfies Record<number, Text>
export type AlertTypeId = keyof typeof alertTypes

/** Source of an event's observations: reports of the device, or what the server itself knows. */
export type AlertSource = 'presence' | 'report' | 'configuration' | 'usage'

interface AlertEvent {
  type: AlertTypeId
  source: AlertSource
  title: Text
  /** dBm */
  below?: number
}

const signal = (below: number): AlertEvent => ({
  type: 3,
  source: 'report',
  title: text('alerts.event_signal', { limit: below }),
  below,
})

/**
 * Subtypes of events by id, each with its type; 9 and 15 are those of the public API, 11 and 12 (calls and text
 * messages) are not offered. A rule is for one of them.
 */
export const alertEvents = {
  5: { type: 3, source: 'presence', title: text('alerts.event_offline') },
  14: { type: 3, source: 'presence', title: text('alerts.event_online') },
  16: { type: 3, source: 'presence', title: text('alerts.event_restarted') },
  6: signal(-113),
  7: signal(-98),
  8: signal(-93),
  9: signal(-75),
  10: signal(-60),
  13: signal(-50),
  2: { type: 2, source: 'report', title: text('alerts.event_sim_switched') },
  3: { type: 2, source: 'report', title: text('alerts.event_data_connected') },
  4: { type: 2, source: 'report', title: text('alerts.event_data_disconnected') },
  15: { type: 2, source: 'usage', title: text('alerts.event_data_limit') },
  17: { type: 4, source: 'report', title: text('alerts.event_wan_backup') },
  18: { type: 4, source: 'report', title: text('alerts.event_wan_main') },
  19: { type: 5, source: 'report', title: text('alerts.event_geofence_entered') },
  20: { type: 5, source: 'report', title: text('alerts.event_geofence_left') },
  21: { type: 6, source: 'report', title: text('alerts.event_port_down') },
  22: { type: 6, source: 'report', title: text('alerts.event_port_up') },
  1: { type: 1, source: 'configuration', title: text('alerts.event_config_changed') },
} as const satisfies Record<number, AlertEvent>
export type AlertEventId = keyof typeof alertEvents

/** In the order in which the console offers them. */
export const alertEventIds: readonly AlertEventId[] = [
  5, 14, 16, 6, 7, 8, 9, 10, 13, 2, 3, 4, 15, 17, 18, 19, 20, 21, 22, 1,
]

export const alertEvent = (id: AlertEventId): AlertEvent => alertEvents[id]

/** Events whose state is known when a rule is created: offline devices, drifted configurations. */
export const absenceEvents = [5, 14] as const satisfies readonly AlertEventId[]
export const configurationEvent = 1
export const dataLimitEvent = 15
export const geofenceEvents = [19, 20] as const satisfies readonly AlertEventId[]
/** Fields of a rule for such an event; only users who may see where devices are can see and set them. */
export const areaFields = ['latitude', 'longitude', 'radius'] as const
/** True if rules for that event have an area. */
export const hasArea = (event: unknown): boolean => (geofenceEvents as readonly unknown[]).includes(event)
/** Events of this type need no minimum time between alerts. */
export const statusType = 3
