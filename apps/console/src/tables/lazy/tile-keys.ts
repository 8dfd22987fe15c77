import { step } from '../grid-keys.ts'

/** Where a key leads from tile `active` (null: none yet) in rows of `across` tiles; null when the key does not move. */
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
  // Beside the last row, down leads to the last tile; from the first row there is no way up.
  if (next >= total) return Math.floor(active / across) < Math.floor((total - 1) / across) ? total - 1 : active
  return next < 0 ? active : next
}
