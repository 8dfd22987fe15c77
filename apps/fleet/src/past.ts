import { hash } from './prng.ts'
import type { DeviceSpec } from './spec.ts'
import { daySeconds, hourSeconds } from './world/clock.ts'
import type { Group } from './world/groups.ts'
import { darkness } from './world/power.ts'

export const pastDays = 31
const coarse = 1800
const fine = 300

/** Stride of a group: its history contains every nth step. */
function strideOf(group: Group, spec: DeviceSpec): number {
  if (group.name === 'static') return 15 * (daySeconds / coarse)
  if (group.name === 'dynamic' || (group.name === 'gps' && spec.route)) return 1
  return group.name === 'gps' ? 6 : 2
}

/**
 * Measurements of the days before the first start of the device, from `after` on: half-hourly, and on the last day
 * every five minutes. None while the device had no power.
 */
export function* past(
  spec: DeviceSpec,
  groups: readonly Group[],
  { days = pastDays, after, until }: { days?: number | undefined; after: number; until: number },
): Generator<{ at: number; group: Group }> {
  const offset = hash(spec.seed, 171) % fine
  const start = Math.floor((until - days * daySeconds) / coarse) * coarse
  const lastDay = until - daySeconds
  for (let at = start + offset, step = 0; at < until; at += at < lastDay ? coarse : fine, step++) {
    if (at <= after || darkness(spec, at)) continue
    for (const group of groups) if (step % strideOf(group, spec) === 0) yield { at, group }
  }
}

/** Time at which a retired device was last seen: hours to days before `firstAt`. */
export function leftAt(spec: DeviceSpec, firstAt: number): number {
  const choices = [5 * hourSeconds, 19 * hourSeconds, 3 * daySeconds, 9 * daySeconds] as const
  return firstAt - (choices[hash(spec.seed, 172) % choices.length] ?? daySeconds)
}
