import { between, chance, hash, wander } from '../prng.ts'
import type { DeviceSpec } from '../spec.ts'
import { hourSeconds, sun } from './clock.ts'
import { positionOf } from './position.ts'
import { busyness } from './traffic.ts'

const tenths = (value: number) => Math.round(value * 10) / 10
const mega = 1024 * 1024

/** Degrees Celsius inside the case: from weather, sun and load. */
export function temperatureOf(spec: DeviceSpec, seconds: number): number {
  const outdoors = !['office', 'public', 'retail', 'industry'].includes(spec.use)
  const weather = 7 + 12 * sun(seconds) + 4 * wander(1, 111, seconds, 40 * hourSeconds)
  const around = outdoors ? weather + 16 * sun(seconds) : 22 + 0.15 * (weather - 7)
  return tenths(around + 14 + 6 * busyness(spec.use, seconds) + 1.2 * wander(spec.seed, 112, seconds, 1800))
}

export function loadOf(spec: DeviceSpec, seconds: number): number {
  const rest = between(3, 9, spec.seed, 113)
  const peak = chance(spec.seed, 114, Math.floor(seconds / 60)) ** 6 * 45
  return tenths(Math.min(99, rest + 22 * busyness(spec.use, seconds) + 4 * wander(spec.seed, 115, seconds, 600) + peak))
}

export function memoryOf(spec: DeviceSpec, seconds: number, bootAt: number) {
  const total = (spec.model.ram_mb ?? 128) * mega
  const used = between(0.38, 0.55, spec.seed, 116)
  // Caches fill in the hours after a boot.
  const filled = 0.12 * (1 - Math.exp(-(seconds - bootAt) / (6 * hourSeconds)))
  const free = total * (1 - used - filled - 0.03 * wander(spec.seed, 117, seconds, 2 * hourSeconds))
  const flash = (spec.model.ram_mb ?? 128) > 256 ? 160 * mega : 11 * mega
  return {
    total,
    free: Math.floor(free),
    flashTotal: flash,
    flashFree: Math.floor(flash * between(0.4, 0.8, spec.seed, 118)),
  }
}

const guests = {
  office: 34,
  public: 70,
  retail: 9,
  energy: 3,
  water: 2,
  street: 3,
  vehicle: 38,
  boat: 55,
  mast: 3,
  industry: 22,
}

export function clientsOf(spec: DeviceSpec, seconds: number): number {
  const most = guests[spec.use] * between(0.6, 1.3, spec.seed, 119)
  const riding = spec.route && positionOf(spec, seconds).speed === 0 ? 0.5 : 1
  const now = most * busyness(spec.use, seconds) * riding * (1 + 0.25 * wander(spec.seed, 120, seconds, 1200))
  return Math.max(spec.use === 'office' || spec.use === 'industry' ? 2 : 1, Math.round(now))
}

/** `lan1:1000FD,lan2:down`: state of the ports. */
export function portsOf(spec: DeviceSpec): string {
  return Array.from({ length: Math.min(spec.model.ports, 12) }, (_, port) => {
    const name = port < spec.model.ports - spec.model.wan_ports ? `lan${port + 1}` : 'wan'
    const linked = port === 0 || chance(spec.seed, 121, port) < 0.45
    return `${name}:${linked ? (hash(spec.seed, 122, port) % 3 === 0 ? '100FD' : '1000FD') : 'down'}`
  }).join(',')
}

/** Supply voltage: a battery charged by the sun, or a constant one. */
export function supplyVolts(spec: DeviceSpec, seconds: number): number {
  const steady = spec.use === 'vehicle' || spec.use === 'boat' ? 13.4 : 24
  const volts = spec.use === 'energy' ? 12.1 + 2.2 * Math.min(1, sun(seconds) * 1.8) : steady
  return Math.round((volts + 0.15 * wander(spec.seed, 123, seconds, 900)) * 100) / 100
}
