let read: { zone: string | undefined } | undefined

/** The zone that the user selected (cookie `timezone`), otherwise undefined for the browser's. */
export function timeZone(): string | undefined {
  if (read) return read.zone
  const value = /(?:^|; )timezone=([^;]+)/.exec(document.cookie)?.[1]
  const zone = value === undefined ? undefined : decodeURIComponent(value)
  // Cached: a page formats hundreds of times at once, and the browser asks another process for each cookie.
  read = { zone }
  queueMicrotask(() => {
    read = undefined
  })
  return zone
}

/** A cookie with the browser's zone: the server writes times in it into sentences, unless the user selected another. */
export function storeBrowserZone(): void {
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing where the console is served over plain HTTP
  document.cookie = `browser_timezone=${zone}; path=/; samesite=lax`
}

/** Null resets to the browser's zone. */
export function writeTimeZone(zone: string | null): void {
  const life = zone === null ? 0 : 31_536_000
  read = undefined
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing where the console is served over plain HTTP
  document.cookie = `timezone=${encodeURIComponent(zone ?? '')}; path=/; max-age=${life}; samesite=lax`
}

/** Whether the browser can format times in the zone. */
export function isTimeZone(zone: unknown): zone is string {
  if (typeof zone !== 'string' || zone === '') return false
  try {
    Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
