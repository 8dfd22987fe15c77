import type { AlertPeriod } from '@longreach/contract/alerts/constants'
import { type AlertEventId, alertEvent } from '@longreach/contract/alerts/events'
import { type Text, text } from '@longreach/contract/i18n'
import { wanState } from '../devices/facets/facet-values.ts'
import { bytesText } from '../monitoring/bytes-text.ts'
import { geofenceMargin, megabyte, portsKnown, serverAbsence, shortAbsence } from './limits.ts'
import { distanceBetween, pointOf, portsOf, type Values } from './values.ts'

export type Observation =
  | { kind: 'report'; at: Date; values: Values }
  | { kind: 'online'; at: Date; rebooted: boolean }
  | { kind: 'offline'; at: Date; reason: string; cause: string | null }
  /** `drifted`: its configuration is not the intended one. */
  | { kind: 'configuration'; at: Date; drifted: boolean }
  /** A rule was due: whether the device is connected, and the data used by its SIM in the period that started then. */
  | { kind: 'look'; at: Date; connected: boolean; usage?: Usage | undefined; due?: Date }

export interface Usage {
  since: string
  used: number
}

/** Settings of a rule that decide about its event. */
export interface Settings {
  event: AlertEventId
  data_limit: number | null
  sim: number | null
  period: AlertPeriod | null
  latitude: number | null
  longitude: number | null
  radius: number | null
}

/** Last observation, as JSON. */
export type State = Readonly<Record<string, unknown>> | null

export interface Detection {
  /** Absent if unchanged. */
  state?: State
  /** Time of the next check by the server; absent if unchanged. */
  due?: Date | null
  /** The event that occurred, and its time. */
  fired?: { at: Date; seen: Text }
}

type Detector = (settings: Settings, state: State, seen: Observation) => Detection

const nothing: Detection = {}

/**
 * Compares a value of reports with the previous one. The first is only stored, unless `from` gives a value before it.
 */
function changed<Value extends string | number | boolean>(
  readValue: (values: Values, settings: Settings) => Value | undefined,
  fire: (now: Value, before: Value, values: Values, settings: Settings) => Text | undefined,
  from?: Value,
): Detector {
  return (settings, state, seen) => {
    if (seen.kind !== 'report') return nothing
    const now = readValue(seen.values, settings)
    const before = (state?.value as Value | undefined) ?? from
    if (now === undefined || now === state?.value) return nothing
    const said = before === undefined || before === now ? undefined : fire(now, before, seen.values, settings)
    return { state: { value: now }, ...(said && { fired: { at: seen.at, seen: said } }) }
  }
}

const signal: Detector = (settings, state, seen) => {
  const limit = alertEvent(settings.event).below as number
  return changed(
    ({ signal }) => (typeof signal === 'number' ? signal < limit : undefined),
    (below, _, values) => (below ? text('alerts.seen_signal', { limit, signal: Number(values.signal) }) : undefined),
    false,
  )(settings, state, seen)
}

const simSwitched = changed(
  ({ sim_slot }) => (typeof sim_slot === 'number' && sim_slot > 0 ? sim_slot : undefined),
  (to, from) => text('alerts.seen_sim_switched', { from, to }),
)

const dataConnected = (fires: boolean) =>
  changed(
    ({ connection_state: state }) =>
      typeof state === 'string' && state !== '' ? state.trim().toLowerCase() === 'connected' : undefined,
    (connected) =>
      connected === fires ? text(fires ? 'alerts.event_data_connected' : 'alerts.event_data_disconnected') : undefined,
  )

/** The cable is the main connection; others are its backup. */
const wanFailover = (toBackup: boolean) =>
  changed(
    ({ wan_state }) => {
      const kind = wanState(wan_state)
      return kind === null ? undefined : kind === 'wired'
    },
    (main, _, { wan_state }) => {
      if (main === toBackup) return undefined
      if (main) return text('alerts.event_wan_main')
      const connection = text(wanState(wan_state) === 'wifi' ? 'alerts.wan_wifi' : 'alerts.wan_mobile')
      return text('alerts.seen_wan_backup', { connection })
    },
  )

const geofence =
  (fires: boolean): Detector =>
  (settings, state, seen) => {
    if (seen.kind !== 'report') return nothing
    const { latitude, longitude, radius } = settings
    const point = pointOf(seen.values)
    if (!point || latitude === null || longitude === null || radius === null) return nothing
    const distance = distanceBetween(point, { latitude, longitude })
    const margin = Math.max(geofenceMargin.metres, radius * geofenceMargin.share)
    // Between the two radii a device stays where it was.
    const inside =
      distance <= radius ? true : distance > radius + margin ? false : (state?.value as boolean | undefined)
    if (inside === undefined || inside === state?.value) return nothing
    if (state?.value === undefined || inside !== fires) return { state: { value: inside } }
    const said = text(fires ? 'alerts.seen_geofence_entered' : 'alerts.seen_geofence_left', {
      count: Math.round(distance),
    })
    return { state: { value: inside }, fired: { at: seen.at, seen: said } }
  }

const portLink =
  (fires: boolean): Detector =>
  (_, state, seen) => {
    if (seen.kind !== 'report') return nothing
    const before = new Map(Object.entries(state ?? {}))
    const moved = portsOf(seen.values).filter(({ name, up }) => before.get(name) !== up)
    if (moved.length === 0) return nothing
    const now = [...before, ...moved.map(({ name, up }) => [name, up] as const)].slice(-portsKnown)
    const after = Object.fromEntries(now)
    const fired = moved.filter(({ name, up }) => before.has(name) && up === fires)
    if (fired.length === 0) return { state: after }
    const port = fired.map(({ name }) => name).join(', ')
    const how = fired.map((one) => one.state).join(', ')
    const said = fires ? text('alerts.seen_port_up', { port, state: how }) : text('alerts.seen_port_down', { port })
    return { state: after, fired: { at: seen.at, seen: said } }
  }

const restarted: Detector = (_, __, seen) =>
  seen.kind === 'online' && seen.rebooted ? { fired: { at: seen.at, seen: text('alerts.event_restarted') } } : nothing

const configChanged: Detector = (_, state, seen) => {
  if (seen.kind !== 'configuration' || seen.drifted === state?.value) return nothing
  const said = text('alerts.event_config_changed')
  return { state: { value: seen.drifted }, ...(seen.drifted && { fired: { at: seen.at, seen: said } }) }
}

const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

/** An absence counts once it lasts longer than a short one; a return counts after such an absence. */
const presence =
  (fires: 'offline' | 'online'): Detector =>
  (_, state, seen) => {
    if (seen.kind === 'offline') {
      if (state) return nothing
      const due = after(seen.at, seen.cause === 'server' ? serverAbsence : shortAbsence)
      return { state: { since: seen.at.toISOString(), reason: seen.reason, counts: false }, due }
    }
    if (seen.kind === 'online') {
      if (!state) return nothing
      const back = fires === 'online' && state.counts === true
      return {
        state: null,
        due: null,
        ...(back && { fired: { at: seen.at, seen: text('alerts.event_online') } }),
      }
    }
    if (seen.kind !== 'look' || !state || state.counts === true) return nothing
    // The presence event that follows from it is on its way.
    if (seen.connected) return { due: null }
    const reason = String(state.reason)
    const said = reason === '' ? text('alerts.event_offline') : text('alerts.seen_offline', { reason })
    return {
      state: { ...state, counts: true },
      due: null,
      ...(fires === 'offline' && { fired: { at: new Date(String(state.since)), seen: said } }),
    }
  }

/** A limit by the month is that of the SIM, and needs no word about its period. */
const usedTexts = {
  day: 'alerts.seen_data_limit_day',
  week: 'alerts.seen_data_limit_week',
  month: 'alerts.seen_data_limit',
} as const

/** Fires once in a period. */
const dataLimit: Detector = ({ data_limit, sim, period }, state, seen) => {
  if (seen.kind !== 'look') return nothing
  const due = seen.due ?? null
  if (!seen.usage || data_limit === null) return { due }
  const { since, used } = seen.usage
  const limit = data_limit * megabyte
  if (used < limit || state?.value === since) return { due }
  const said = text(usedTexts[period ?? 'month'], { sim: sim ?? 1, used: bytesText(used), limit: bytesText(limit) })
  return { state: { value: since }, due, fired: { at: seen.at, seen: said } }
}

const detectors: Readonly<Record<AlertEventId, Detector>> = {
  1: configChanged,
  2: simSwitched,
  3: dataConnected(true),
  4: dataConnected(false),
  5: presence('offline'),
  6: signal,
  7: signal,
  8: signal,
  9: signal,
  10: signal,
  13: signal,
  14: presence('online'),
  15: dataLimit,
  16: restarted,
  17: wanFailover(true),
  18: wanFailover(false),
  19: geofence(true),
  20: geofence(false),
  21: portLink(false),
  22: portLink(true),
}

/** Result of an observation for a rule. */
export const detect: Detector = (settings, state, seen) => detectors[settings.event](settings, state, seen)
