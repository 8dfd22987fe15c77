/** Values that look random but depend only on a seed, so that every run and every test sees the same fleet. */

/** 32 well-mixed bits of the numbers (the finaliser of MurmurHash3 over a running state). */
export function hash(...numbers: readonly number[]): number {
  let state = 0x9e3779b9
  for (const number of numbers) {
    state = Math.imul(state ^ (number | 0) ^ Math.imul(Math.floor(number / 4294967296), 0x85ebca6b), 0xcc9e2d51)
    state ^= state >>> 15
    state = Math.imul(state, 0x85ebca6b)
    state ^= state >>> 13
    state = Math.imul(state, 0xc2b2ae35)
    state ^= state >>> 16
  }
  return state >>> 0
}

/** A number in [0, 1). */
export const chance = (...numbers: readonly number[]) => hash(...numbers) / 4294967296

export const between = (low: number, high: number, ...numbers: readonly number[]) =>
  low + (high - low) * chance(...numbers)

export function pick<T>(list: readonly [T, ...T[]], ...numbers: readonly number[]): T {
  return list[hash(...numbers) % list.length] ?? list[0]
}

/** Noise in [-1, 1] that varies over about `period` seconds. */
export function wander(seed: number, key: number, seconds: number, period: number): number {
  const place = seconds / period
  const cell = Math.floor(place)
  const within = place - cell
  const ease = within * within * (3 - 2 * within)
  const from = chance(seed, key, cell) * 2 - 1
  const to = chance(seed, key, cell + 1) * 2 - 1
  return from + (to - from) * ease
}

export interface Spell {
  from: number
  to: number
}

/**
 * The spell at the given time, if there is one. At most one starts in each stretch of `every` seconds, with the given
 * probability and a length between `shortest` and `longest`; it ends within its stretch.
 */
export function spellAt(
  seed: number,
  key: number,
  seconds: number,
  { every, probability, shortest, longest }: { every: number; probability: number; shortest: number; longest: number },
): Spell | undefined {
  const cell = Math.floor(seconds / every)
  if (chance(seed, key, cell, 1) >= probability) return undefined
  const length = Math.floor(between(shortest, Math.min(longest, every), seed, key, cell, 2))
  const from = Math.floor(cell * every + between(0, every - length, seed, key, cell, 3))
  return seconds >= from && seconds < from + length ? { from, to: from + length } : undefined
}
