import { chance, wander } from '../prng.ts'
import type { DeviceSpec, Use } from '../spec.ts'
import { hill, isWeekend, localHour, sun } from './clock.ts'
import { activeSim } from './radio.ts'

/** Downstream bytes per hour at the busiest time, and upstream bytes per downstream byte. */
const volumes: Record<Use, readonly [perHour: number, up: number]> = {
  office: [420e6, 0.12],
  public: [610e6, 0.09],
  retail: [58e6, 0.3],
  energy: [3.6e6, 0.8],
  water: [1.1e6, 0.9],
  street: [14e6, 0.6],
  vehicle: [230e6, 0.11],
  boat: [140e6, 0.14],
  mast: [9e6, 4.2],
  industry: [95e6, 0.35],
}

/** How busy a use is at the given time, 0 … 1. */
export function busyness(use: Use, seconds: number): number {
  const hour = localHour(seconds)
  const weekend = isWeekend(seconds)
  switch (use) {
    case 'office':
      return weekend ? 0.05 : 0.05 + 0.95 * hill(hour, 7, 18)
    case 'public':
      return 0.03 + 0.97 * hill(hour, 9, 21.5) * (weekend ? 1 : 0.7)
    case 'retail':
      return 0.06 + 0.94 * hill(hour, 7.5, 20) * (weekend ? 0.6 : 1)
    case 'vehicle':
    case 'boat': {
      const peaks = hill(hour, 6, 10.5, 2) + hill(hour, 14.5, 20, 2.5)
      return 0.05 + 0.25 * hill(hour, 5, 24) + (weekend ? 0.35 : 0.7) * Math.min(1, peaks)
    }
    case 'energy':
      return 0.35 + 0.65 * Math.min(1, sun(seconds) * 1.6)
    case 'industry':
      return weekend ? 0.25 : 0.3 + 0.7 * hill(hour, 5.5, 22)
    default:
      return 0.7 + 0.3 * hill(hour, 6, 22)
  }
}

const cell = 300

export interface Meters {
  /** Bytes since the device booted, by direction and SIM slot; slot 0 is the total. */
  read(seconds: number, direction: 'received' | 'sent', slot: 0 | 1 | 2): number
}

function volumeOf(spec: DeviceSpec, seconds: number): { received: number; sent: number } {
  const [perHour, up] = volumes[spec.use]
  const narrow = spec.modem?.name.startsWith('BG') ? 0.02 : 1
  const size = 0.5 + chance(spec.seed, 81)
  const number = Math.floor(seconds / cell)
  const bursts = 0.35 + 1.3 * chance(spec.seed, 82, number) ** 2
  const mood = 1 + 0.35 * wander(spec.seed, 83, seconds, 9 * 3600)
  const received = (perHour / 12) * narrow * size * busyness(spec.use, seconds) * bursts * mood
  return { received, sent: received * up * (0.8 + 0.4 * chance(spec.seed, 84, number)) }
}

const directions = ['received', 'sent'] as const

/** Traffic counters since boot: a sum over periods of five minutes, each derived from the seed. */
export function createMeters(spec: DeviceSpec, bootAt: number): Meters {
  const first = Math.floor(bootAt / cell)
  /** Counters at the start of each period, by SIM slot and direction. */
  const sums = [1, 2].map(() => ({ received: [0], sent: [0] }))
  let known = 0

  function extend(until: number): void {
    for (; known < until; known++) {
      const seconds = (first + known) * cell
      const volume = volumeOf(spec, seconds)
      const slot = activeSim(spec, seconds)
      for (const [index, sim] of sums.entries()) {
        for (const direction of directions) {
          sim[direction].push((sim[direction][known] ?? 0) + (slot === index + 1 ? volume[direction] : 0))
        }
      }
    }
  }

  function readSlot(seconds: number, direction: 'received' | 'sent', slot: 1 | 2): number {
    const place = Math.max(0, Math.floor(seconds / cell) - first)
    extend(place + 1)
    const list = sums[slot - 1]?.[direction] ?? []
    const [from, to] = [list[place] ?? 0, list[place + 1] ?? 0]
    return from + (to - from) * ((seconds % cell) / cell)
  }

  return {
    read: (seconds, direction, slot) =>
      Math.floor(
        slot === 0
          ? readSlot(seconds, direction, 1) + readSlot(seconds, direction, 2)
          : readSlot(seconds, direction, slot),
      ),
  }
}
