import type { Wave } from './schemas.ts'

/**
 * Number of devices in each wave, for a total. Every wave has at least one device as long as there are any. Shares are
 * of the total, rounded up, and waves that would get no device are left out. Devices beyond the plan are a wave of
 * their own.
 */
export function waveSizes(waves: readonly Wave[], total: number): number[] {
  const sizes: number[] = []
  let left = total
  for (const wave of waves) {
    const size = Math.min(left, planned(wave, total))
    if (size === 0) break
    sizes.push(size)
    left -= size
  }
  return left > 0 ? [...sizes, left] : sizes
}

function planned({ of, size = 0 }: Wave, total: number): number {
  if (of === 'rest') return total
  return of === 'devices' ? size : Math.ceil((size * total) / 100)
}

/** Failures allowed in a wave, counted from 1; a wave beyond the plan has those of the last one. */
export const failuresAllowed = (waves: readonly Wave[], wave: number): number =>
  waves[Math.min(wave, waves.length) - 1]?.failures ?? 0
