import { expect, test } from 'vitest'
import { clocks, instantOf } from '../../../clocks.ts'
import { nextTime, type Timing } from './next-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const daily = (zone: string, time: string): Timing => ({ period: 'day', weekday: null, day: null, time, zone })

/** Moments at which the clocks of a zone change, with the shift. */
function changesOf(zone: string, from: number, to: number): number[] {
  const offset = (at: number) => clocks(zone, at) - at
  const found: number[] = []
  const step = 10 * day
  for (let at = from; at < to; at += step) {
    if (offset(at) === offset(at + step)) continue
    let [low, high] = [at, at + step]
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000
      if (offset(middle) === offset(low)) low = middle
      else high = middle
    }
    found.push(high)
  }
  return found
}

const zones = Intl.supportedValuesOf('timeZone')
const years = { from: Date.UTC(2018, 0, 1), to: Date.UTC(2032, 0, 1) }

test('around every change of every zone, a time is due when its clocks first show it or a later one', () => {
  let changes = 0
  // Zones with the same changes are tested once.
  const seen = new Set<string>()
  for (const zone of zones) {
    const list = changesOf(zone, years.from, years.to)
    const key = JSON.stringify(list.map((at) => [at, clocks(zone, at) - at, clocks(zone, at - minute) - at]))
    if (seen.has(key)) continue
    seen.add(key)
    for (const change of list) {
      changes++
      const shift = clocks(zone, change) - clocks(zone, change - 1000) - 1000
      const around = clocks(zone, change)
      // Times that are skipped or occur twice, their edges, and times before and after them.
      const edges = [
        around,
        around - shift,
        around - shift / 2,
        around + shift / 2,
        around - 3 * hour,
        around + 3 * hour,
      ]
      for (const shown of edges.map((edge) => Math.round(edge / minute) * minute)) {
        const found = instantOf(zone, shown)
        expect(clocks(zone, found), `${zone} ${new Date(shown).toISOString()}`).toBeGreaterThanOrEqual(shown)
        // No earlier moment: checks each five minutes back to before the change, then in large steps.
        for (let back = minute; back <= Math.abs(shift) + hour; back += 5 * minute)
          expect(clocks(zone, found - back), `${zone} ${new Date(shown).toISOString()} −${back}`).toBeLessThan(shown)
        expect(clocks(zone, found - 1)).toBeLessThan(shown)
      }
    }
  }
  expect(changes).toBeGreaterThan(500)
})

test('a day has one due time in every zone, also when its clocks change, and all of them come in order', () => {
  for (const zone of [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Asia/Kathmandu',
  ]) {
    for (const time of ['00:00', '02:30', '23:59']) {
      const timing = daily(zone, time)
      let at = new Date(Date.UTC(2025, 11, 31, 12))
      const dates = new Set<string>()
      for (let count = 0; count < 366; count++) {
        const next = nextTime(timing, at)
        expect(next.getTime() - at.getTime()).toBeLessThanOrEqual(26 * hour)
        dates.add(new Date(clocks(zone, next.getTime())).toISOString().slice(0, 10))
        at = next
      }
      expect(dates.size, `${zone} ${time}`).toBe(366)
    }
  }
})

const shows = (timing: Timing, after: string) => nextTime(timing, new Date(after)).toISOString()

test('skipped hours run at the next that exists, hours that come twice run once', () => {
  const berlin = daily('Europe/Berlin', '02:30')
  expect(shows(berlin, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
  expect(shows(berlin, '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:30:00.000Z')
  expect(shows(berlin, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(shows(berlin, '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z')
  // A day that does not exist in that zone.
  expect(shows(daily('Pacific/Apia', '12:00'), '2011-12-29T22:30:00Z')).toBe('2011-12-30T10:00:00.000Z')
})

test('weeks have their day; months that are too short have their last day', () => {
  const utc = { time: '06:15', zone: 'UTC' }
  const friday = { period: 'week', weekday: 5, day: null, ...utc } as const
  expect(shows(friday, '2026-11-24T00:00:00Z')).toBe('2026-11-27T06:15:00.000Z')
  expect(shows(friday, '2026-11-27T06:15:00Z')).toBe('2026-12-04T06:15:00.000Z')
  const last = { period: 'month', weekday: null, day: 31, ...utc } as const
  expect(shows(last, '2026-01-31T06:15:00Z')).toBe('2026-02-28T06:15:00.000Z')
  expect(shows(last, '2028-02-01T00:00:00Z')).toBe('2028-02-29T06:15:00.000Z')
  expect(shows(last, '2026-12-31T07:00:00Z')).toBe('2027-01-31T06:15:00.000Z')
  expect(shows({ ...last, day: 1 }, '2026-12-31T07:00:00Z')).toBe('2027-01-01T06:15:00.000Z')
})
