/** A drag that the browser takes over has another end, or is taken away. */
const ends = ['mouseup', 'dragend', 'pointercancel'] as const

/**
 * Does what moves things once the press under way is over, at once when there is none: a press misses what it is aimed at
 * when that moves between its two ends.
 */
export function afterPress(work: () => void): void {
  if (!document.querySelector(':active')) {
    work()
    return
  }
  const over = new AbortController()
  const end = () => {
    over.abort()
    work()
  }
  for (const name of ends) addEventListener(name, end, { capture: true, signal: over.signal })
}
