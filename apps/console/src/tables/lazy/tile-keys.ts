import { step } from '../grid-keys.ts'

/** The tile a key moves to from tile `active` (null: none yet) in rows of `across`; null if the key does not move. */
export function tileStep(
  key: string,
  active: number | null,
  total: number,
  { across, rows }: { across: number; rows: number },
): number | null {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across }[key]
  if (by === undefined) return step(key, active, total, rows * across)
  if (active === null) return 0
  const next = active + by
  // If the last row is shorter, down moves to the last tile; in the first row, up does not move.
  if (next >= total) return Math.floor(active / across) < Math.floor((total - 1) / across) ? total - 1 : active
  return next < 0 ? active : next
}
