import { chance, type Spell, spellAt } from '../prng.ts'
import type { DeviceSpec } from '../spec.ts'
import { daySeconds, hourSeconds, localDay, localShift } from './clock.ts'

const rareCut = { every: 4 * daySeconds, probability: 0.45, shortest: 240, longest: 5400 }
const dailyCut = { every: 3 * hourSeconds, probability: 0.7, shortest: 700, longest: 2100 }

/** The night for which a vehicle or boat is switched off, if the time falls into it. */
function night(spec: DeviceSpec, seconds: number): Spell | undefined {
  const [ends, starts] = spec.use === 'boat' ? [0.4, 5.6] : [0.7, 4.8]
  const midnight = localDay(seconds) * daySeconds - localShift
  const drift = (chance(spec.seed, 61, localDay(seconds)) - 0.5) * 1800
  const [from, to] = [midnight + ends * hourSeconds + drift, midnight + starts * hourSeconds + drift]
  return seconds >= from && seconds < to ? { from: Math.floor(from), to: Math.floor(to) } : undefined
}

/** The period around the given time during which the device has no power; undefined if it is running. */
export function darkness(spec: DeviceSpec, seconds: number): Spell | undefined {
  if (spec.life === 'steady') return undefined
  const off = spec.life === 'daily' ? night(spec, seconds) : undefined
  return off ?? spellAt(spec.seed, 62, seconds, spec.life === 'flaky' ? dailyCut : rareCut)
}
