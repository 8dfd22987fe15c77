/** A press that becomes a drag, or is cancelled, ends with another event. */
const ends = ['mouseup', 'dragend', 'pointercancel'] as const

/**
 * Runs work that moves elements once the current press is over, or immediately if there is none: a press misses its
 * target if that moves between start and end.
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
