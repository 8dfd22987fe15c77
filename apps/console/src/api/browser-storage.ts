/** This browser's storage: `local` is persistent, `session` ends with the tab. */
type Kind = 'local' | 'session'

const storageOf = (kind: Kind) => (kind === 'local' ? localStorage : sessionStorage)

/** A stored value; the fallback if it is missing or unreadable, or if the browser stores nothing at all (spec §9). */
export function readStored<T>(kind: Kind, key: string, fallback: T): T {
  try {
    return (JSON.parse(storageOf(kind).getItem(key) ?? 'null') as T | null) ?? fallback
  } catch {
    return fallback
  }
}

/** Null removes the entry. If the storage is full or forbidden, the value lasts only as long as the page. */
export function writeStored(kind: Kind, key: string, value: unknown): void {
  try {
    if (value === null) storageOf(kind).removeItem(key)
    else storageOf(kind).setItem(key, JSON.stringify(value))
  } catch {
    // The storage is full or forbidden.
  }
}
