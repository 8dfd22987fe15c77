/**
 * Does what moves things once the press under way is over, at once when there is none: a press misses what it is aimed at
 * when that moves between its two ends.
 */
export function afterPress(work: () => void): void {
  if (document.querySelector(':active')) addEventListener('mouseup', work, { once: true, capture: true })
  else work()
}
