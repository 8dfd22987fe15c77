import type { AlertEventId } from '@longreach/contract/alerts/events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inEnglish } from '../../texts.ts'
import type { Observation, Settings } from './detect.ts'
import { type Evaluated, evaluate } from './evaluate.ts'
import { isLate } from './late.ts'
import { portsKnown, serverAbsence, shortAbsence } from './limits.ts'
import { periodAt } from './usage.ts'
import { distanceBetween, type Values } from './values.ts'

const start = Date.UTC(2026, 10, 2, 8)
const second = (seconds: number) => new Date(start + seconds * 1000)

const ruleOf = (event: AlertEventId, values: Partial<Evaluated> = {}): Evaluated => ({
  event,
  data_limit: null,
  period: null,
  sim: null,
  latitude: null,
  longitude: null,
  radius: null,
  state: null,
  due_at: null,
  fired_at: null,
  redundancy_enabled: false,
  redundancy_interval: null,
  ...values,
})

/** The texts of the alerts that a rule raises. */
function said(rule: Evaluated, seen: readonly Observation[]): string[] {
  const all: string[] = []
  for (const one of seen) {
    const { fired, ...standing } = evaluate(rule, one)
    Object.assign(rule, standing)
    if (fired) all.push(inEnglish(fired.seen))
  }
  return all
}

const reports = (values: readonly Values[]): Observation[] =>
  values.map((one, at) => ({ kind: 'report', at: second(at * 60), values: one }))
const ofReports = (event: AlertEventId, values: readonly Values[], settings: Partial<Settings> = {}) =>
  said(ruleOf(event, settings), reports(values))

test('the signal raises an alert when it drops below the limit, also if it was unknown, and not again while it is below', () => {
  const signals = [null, -90, -91, null, -75, -76, -60]
  expect(
    ofReports(
      9,
      signals.map((signal) => ({ signal })),
    ),
  ).toEqual(['Signal strength dropped below -75 dBm: -90 dBm', 'Signal strength dropped below -75 dBm: -76 dBm'])
  expect(ofReports(6, [{ signal: -113 }, { signal: -114 }])).toHaveLength(1)
})

test('each signal sequence raises as many alerts as it has edges', () => {
  const sequence = fc.array(fc.oneof(fc.integer({ min: -120, max: -40 }), fc.constant(null)), { maxLength: 40 })
  fc.assert(
    fc.property(sequence, fc.constantFrom<AlertEventId>(6, 7, 8, 9, 10, 13), (signals, event) => {
      const limit = { 6: -113, 7: -98, 8: -93, 9: -75, 10: -60, 13: -50 }[event as 6]
      const known = signals.filter((signal) => signal !== null)
      const edges = known.filter((signal, at) => signal < limit && !((known[at - 1] ?? 0) < limit))
      expect(
        ofReports(
          event,
          signals.map((signal) => ({ signal })),
        ),
      ).toHaveLength(edges.length)
    }),
  )
})

test('another SIM, mobile data and the kind of the WAN connection are compared with what was known before', () => {
  expect(ofReports(2, [{ sim_slot: 0 }, { sim_slot: 1 }, {}, { sim_slot: 2 }, { sim_slot: 2 }])).toEqual([
    'Switched from SIM 1 to SIM 2',
  ])
  const states = ['registered', 'connected', null, 'Connected', 'disconnected', 'searching']
  const connection = states.map((connection_state) => ({ connection_state }))
  expect(ofReports(3, connection)).toEqual(['Mobile data connected'])
  expect(ofReports(4, connection)).toEqual(['Mobile data disconnected'])
  const wan = ['', 'Mobile', 'Wired', 'Wifi', 'Mobile', 'Wired'].map((wan_state) => ({ wan_state }))
  expect(ofReports(17, wan)).toEqual(['WAN failed over to Wi-Fi'])
  expect(ofReports(18, wan)).toEqual(['WAN back on main connection', 'WAN back on main connection'])
})

test('a geofence is left with a margin: jitter at its edge raises nothing', () => {
  const fence = { latitude: 54.68, longitude: 25.28, radius: 100 }
  // A thousandth of a degree is 111 m from south to north.
  const north = (metres: number) => ({ latitude: 54.68 + metres / 111_195, longitude: 25.28 })
  expect(distanceBetween(fence, north(100))).toBeCloseTo(100, 0)
  const way = [{ latitude: 0, longitude: 0 }, {}, ...[90, 105, 99, 119, 130, 110, 101, 50].map(north)]
  expect(ofReports(20, way, fence)).toEqual(['Geofence left, 130 metres from its centre'])
  expect(ofReports(19, way, fence)).toEqual(['Geofence entered, 50 metres from its centre'])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 81, max: 119 }), { maxLength: 30 }), (jitter) => {
      expect(ofReports(20, [...jitter.map(north)], { ...fence })).toEqual([])
    }),
  )
})

test('ports whose link went down or up are named, however the device reports them', () => {
  const single = [
    { 'port_state.lan1': 'up 1000 full', 'port_state.lan2': 'down' },
    { 'port_state.lan1': 'down', 'port_state.lan2': 'down' },
    { 'port_state.lan1': 'unknown', 'port_state.lan2': 'up 100 half' },
  ]
  expect(ofReports(21, single)).toEqual(['Link of port lan1 down'])
  expect(ofReports(22, single)).toEqual(['Link of port lan2 up: up 100 half'])
  const together = [{ port_state: 'eth1:1000FD,wan:100FD,odd' }, { port_state: 'eth1:down,wan:down' }]
  expect(ofReports(21, together)).toEqual(['Link of port eth1, wan down'])
  const odd = ['constructor:down', '__proto__:down', 'toString:down'].map((port_state) => ({ port_state }))
  expect(ofReports(21, odd)).toEqual([])
  const rule = ruleOf(21)
  said(rule, reports(Array.from({ length: 300 }, (_, at) => ({ port_state: `p${at}:up` }))))
  expect(Object.keys(rule.state ?? {})).toHaveLength(portsKnown)
})

const offline = (at: number, cause: string | null = 'unknown'): Observation => ({
  kind: 'offline',
  at: second(at),
  reason: 'Device stopped responding',
  cause,
})
const online = (at: number, rebooted = false): Observation => ({ kind: 'online', at: second(at), rebooted })
const look = (at: number, connected = false) => ({ kind: 'look', at: second(at), connected }) as const

test('a short absence is none; a longer one is an alert once, and so is the return from it', () => {
  const short = [offline(0), online(30), look(60, true)]
  expect(said(ruleOf(5), short)).toEqual([])
  expect(said(ruleOf(14), short)).toEqual([])
  const long = [offline(0), look(60), look(120), online(300), online(310), offline(400), online(410)]
  expect(said(ruleOf(5), long)).toEqual(['Device went offline: Device stopped responding'])
  expect(said(ruleOf(14), long)).toEqual(['Device came back online'])
  const gone = evaluate(ruleOf(5), offline(0))
  expect(gone.due_at).toEqual(second(shortAbsence))
  expect(evaluate(ruleOf(5), offline(0, 'server')).due_at).toEqual(second(serverAbsence))
  // The time of the event is that of the disconnection, not of the check.
  expect(evaluate({ ...ruleOf(5), ...gone }, look(90)).fired?.at).toEqual(second(0))
})

test('a restart is one event of the device', () => {
  expect(said(ruleOf(16), [online(0), offline(10), online(20, true), online(30)])).toEqual(['Device restarted'])
})

test('a configuration that differs is an alert once, until it is as meant again', () => {
  const seen = [true, true, false, true].map(
    (drifted, at): Observation => ({ kind: 'configuration', at: second(at), drifted }),
  )
  expect(said(ruleOf(1), seen)).toHaveLength(2)
})

test('a data limit is reached once in a period', () => {
  const usage = (since: string, megabytes: number): Observation => ({
    ...look(0, true),
    usage: { since, used: megabytes * 1024 * 1024 },
    due: second(300),
  })
  const rule = ruleOf(15, { data_limit: 100, sim: 2 })
  const seen = [usage('a', 99), usage('a', 100), usage('a', 300), usage('b', 1), usage('b', 150)]
  expect(said(rule, seen)).toEqual(['SIM 2 has used 100 MB of 100 MB', 'SIM 2 has used 150 MB of 100 MB'])
  expect(rule.due_at).toEqual(second(300))
})

test('within the minimum time between alerts a rule raises no second one, whatever is seen', () => {
  const signals = fc.array(fc.constantFrom(-60, -90), { maxLength: 60 })
  fc.assert(
    fc.property(signals, fc.integer({ min: 1, max: 20 }), (values, redundancy_interval) => {
      const rule = ruleOf(9, { redundancy_enabled: true, redundancy_interval })
      const times = reports(values.map((signal) => ({ signal }))).flatMap((one) => {
        const { fired, ...standing } = evaluate(rule, one)
        Object.assign(rule, standing)
        return fired ? [fired.at.getTime()] : []
      })
      for (const [at, time] of times.slice(1).entries())
        expect(time - (times[at] as number)).toBeGreaterThanOrEqual(redundancy_interval * 60_000)
    }),
  )
})

test('reports raise no alert once they are older than 15 minutes, and 30 more for a metered connection', () => {
  expect([899, 901].map((age) => isLate(second(-age), second(0), false))).toEqual([false, true])
  expect([2699, 2701].map((age) => isLate(second(-age), second(0), true))).toEqual([false, true])
})

test('periods start at an hour of the day or a day of the week, in the zone of the rule', () => {
  const shown = (period: 'day' | 'week', starts: number, now: string, zone = 'UTC') => {
    const { from, to } = periodAt(period, starts, zone, new Date(now))
    return [from.toISOString().slice(0, 16), to.toISOString().slice(0, 16)]
  }
  expect(shown('day', 6, '2026-11-03T05:59:00Z')).toEqual(['2026-11-02T06:00', '2026-11-03T06:00'])
  expect(shown('day', 6, '2026-11-03T06:00:00Z')).toEqual(['2026-11-03T06:00', '2026-11-04T06:00'])
  expect(shown('day', 0, '2026-11-03T23:30:00Z', 'Europe/Vilnius')).toEqual(['2026-11-03T22:00', '2026-11-04T22:00'])
  // 2026-11-03 is a Tuesday.
  expect(shown('week', 1, '2026-11-03T12:00:00Z')).toEqual(['2026-11-02T00:00', '2026-11-09T00:00'])
  expect(shown('week', 3, '2026-11-03T12:00:00Z')).toEqual(['2026-10-28T00:00', '2026-11-04T00:00'])
})
