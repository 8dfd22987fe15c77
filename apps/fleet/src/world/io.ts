import { spellAt, wander } from '../prng.ts'
import type { DeviceSpec } from '../spec.ts'
import { hill, hourSeconds, localHour } from './clock.ts'
import type { Values } from './groups.ts'
import { positionOf } from './position.ts'
import { supplyVolts, temperatureOf } from './system.ts'

const doorOpen = { every: 9 * hourSeconds, probability: 0.7, shortest: 120, longest: 1500 }
const pump = { every: 2400, probability: 0.85, shortest: 500, longest: 1400 }
const alarm = { every: 6 * 86_400, probability: 0.4, shortest: 300, longest: 3600 }

const flag = (on: unknown) => (on ? 1 : 0)

/** Inputs and outputs driven by the device's use: doors, ignition, pumps, lamps, batteries, tank levels. */
export function ioValues(spec: DeviceSpec) {
  const io = spec.model.io as Record<string, unknown> | null
  const count = (name: string) => Number(io?.[name] ?? 0)
  const detail = String(io?.detail ?? '')
  return (seconds: number): Values => {
    const dark = 1 - hill(localHour(seconds), 6.5, 20.5, 0.2)
    const working = spec.route ? positionOf(spec, seconds).speed > 0 : spellAt(spec.seed, 151, seconds, pump)
    const level = 0.55 + 0.35 * wander(spec.seed, 152, seconds, 5 * hourSeconds)
    return {
      ...(count('din') > 0 && { din1: flag(spec.route ? working : spellAt(spec.seed, 153, seconds, doorOpen)) }),
      ...(count('din') > 1 && { din2: flag(working) }),
      ...(count('din') > 2 && { din3: flag(spellAt(spec.seed, 154, seconds, alarm)) }),
      ...(count('dout') > 0 && { dout1: flag(dark > 0.5) }),
      ...(/relay/.test(detail) && { relay0: flag(working) }),
      ...(count('configurable') > 0 && { iio: flag(spellAt(spec.seed, 155, seconds, doorOpen)) }),
      ...(count('analog') > 0 && { acl_voltage: supplyVolts(spec, seconds) }),
      ...(/mA/.test(detail) && {
        acl_current: Math.round((4 + 16 * level) * 100) / 100,
        acl_percentage: Math.round(level * 1000) / 10,
      }),
      ...(/1-Wire/.test(detail) && { onewire_temperature: Math.round((temperatureOf(spec, seconds) - 15) * 10) / 10 }),
    }
  }
}
