/** The zone the user selected (cookie `timezone`), else the browser's. */
export function timeZone(): string | undefined {
  const value = /(?:^|; )timezone=([^;]+)/.exec(document.cookie)?.[1]
  return value === undefined ? undefined : decodeURIComponent(value)
}

/** Null resets to the zone of the browser. */
export function writeTimeZone(zone: string | null): void {
  const life = zone === null ? 0 : 31_536_000
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing where the console is served over plain HTTP
  document.cookie = `timezone=${encodeURIComponent(zone ?? '')}; path=/; max-age=${life}; samesite=lax`
}

/** Whether times can be shown in it. */
export function isTimeZone(zone: unknown): zone is string {
  if (typeof zone !== 'string' || zone === '') return false
  try {
    Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
