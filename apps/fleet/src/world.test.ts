import { catalogueSerialPattern, isImei, macPattern } from '@longreach/contract/link/identity'
import { findParameter, isText } from '@longreach/contract/link/parameters'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoSpecs } from './demo.ts'
import { past } from './past.ts'
import { type DeviceSpec, loadFleet } from './spec.ts'
import { groupsOf } from './world/groups.ts'
import { darkness } from './world/power.ts'
import { createMeters } from './world/traffic.ts'

const start = Date.UTC(2026, 2, 10) / 1000
const specs = [...demoSpecs(), ...loadFleet(60, 3, 1000)]
const anySpec = fc.constantFrom(...specs)
const anyMoment = fc.integer({ min: start, max: start + 40 * 86_400 })

test('identities are well formed and no two alike', () => {
  const fleet = loadFleet(5000, 1)
  for (const { identity } of fleet) {
    expect(identity.serial).toMatch(catalogueSerialPattern)
    expect(identity.mac).toMatch(macPattern)
    if (identity.imei !== null) expect(isImei(identity.imei)).toBe(true)
  }
  expect(new Set(fleet.map(({ identity }) => identity.serial)).size).toBe(5000)
  expect(new Set(fleet.map(({ identity }) => identity.mac)).size).toBe(5000)
})

test('every value is plausible for its device, and reproducible', () => {
  fc.assert(
    fc.property(anySpec, anyMoment, (spec, seconds) => {
      const bootAt = start - 86_400
      const boot = { at: bootAt, meters: createMeters(spec, bootAt) }
      for (const group of groupsOf(spec)) {
        const values = group.sample(seconds, boot)
        expect(group.sample(seconds, { at: bootAt, meters: createMeters(spec, bootAt) })).toEqual(values)
        for (const [index, name] of group.parameters.entries()) {
          const parameter = findParameter(name)
          const value = values[index]
          if (!parameter || value === null || value === undefined) continue
          if (isText(parameter)) expect(typeof value, name).toBe('string')
          else {
            expect(typeof value, name).toBe('number')
            const [low, high] = parameter.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
            expect(value, name).toBeGreaterThanOrEqual(low)
            expect(value, name).toBeLessThanOrEqual(high)
          }
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('traffic counters never fall, and the SIMs add up to the whole', () => {
  fc.assert(
    fc.property(anySpec, fc.array(anyMoment, { minLength: 2, maxLength: 20 }), (spec, moments) => {
      const meters = createMeters(spec, start - 3600)
      let before = 0
      for (const seconds of moments.toSorted((a, b) => a - b)) {
        const whole = meters.read(seconds, 'received', 0)
        expect(whole).toBeGreaterThanOrEqual(before)
        const bySim = meters.read(seconds, 'received', 1) + meters.read(seconds, 'received', 2)
        expect(Math.abs(whole - bySim)).toBeLessThanOrEqual(1)
        before = whole
      }
    }),
    { numRuns: 100 },
  )
})

test('the history is a month in order, without hours without power, and can be resumed anywhere', () => {
  const until = start + 31 * 86_400
  for (const spec of specs.slice(0, 12)) {
    const groups = groupsOf(spec)
    const whole = [...past(spec, groups, { after: 0, until })]
    const times = whole.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times[0]).toBeLessThan(until - 30 * 86_400)
    expect(times.some((at) => darkness(spec, at))).toBe(false)
    const after = times[Math.floor(times.length / 2)] ?? 0
    expect([...past(spec, groups, { after, until })]).toEqual(whole.filter(({ at }) => at > after))
  }
})

test('a load test fleet never loses power; devices of the demo do', () => {
  const days = Array.from({ length: 40 * 48 }, (_, half) => start + half * 1800)
  const isDarkOnce = (spec: DeviceSpec) => days.some((at) => darkness(spec, at))
  expect(loadFleet(60, 11).filter(isDarkOnce)).toEqual([])
  expect(demoSpecs().filter(isDarkOnce)).not.toEqual([])
})

test('vehicles move, modems change their technology, signal varies over the day', () => {
  const values = (name: string, index: number) => {
    const spec = demoSpecs()[index - 1]
    if (!spec) return []
    const boot = { at: start, meters: createMeters(spec, start) }
    const group = groupsOf(spec).find(({ parameters }) => parameters.includes(name))
    const place = group?.parameters.indexOf(name) ?? -1
    return Array.from({ length: 30 * 48 }, (_, step) => group?.sample(start + step * 1800, boot)[place])
  }
  expect(new Set(values('latitude', 6)).size).toBeGreaterThan(500)
  expect(new Set(values('connection_type', 1)).size).toBeGreaterThan(1)
  expect(new Set(values('operator', 9)).size).toBeGreaterThan(1)
  expect(new Set(values('sim_slot', 6))).toEqual(new Set([1, 2]))
  expect(new Set(values('signal', 1)).size).toBeGreaterThan(5)
  expect(values('network_state', 9)).toContain('registered (roaming)')
})
