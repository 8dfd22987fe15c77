/** A drag that the browser takes over ends differently, or is cancelled. */
const ends = ['mouseup', 'dragend', 'pointercancel'] as const

/**
 * Runs what moves things once the current press is over, immediately if there is none: a press misses its target when
 * that moves between its start and end.
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
