interface Kept<Value> {
  until: number
  value: Promise<Value>
}

/**
 * Shares a response among all requests within a moment: a wall of screens with the same dashboard costs no more than
 * one. The caller has checked the permission.
 */
export function createShared<Value>(ms: number, now: () => number = Date.now) {
  const kept = new Map<string, Kept<Value>>()
  return (key: string, read: () => Promise<Value>): Promise<Value> => {
    const at = now()
    const found = kept.get(key)
    if (found && found.until > at) return found.value
    for (const [other, { until }] of kept) if (until <= at) kept.delete(other)
    const value = read()
    kept.set(key, { until: at + ms, value })
    value.catch(() => {
      if (kept.get(key)?.value === value) kept.delete(key)
    })
    return value
  }
}
