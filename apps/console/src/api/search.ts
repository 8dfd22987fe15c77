export type Search = Record<string, string>

/** Search values stay text: the router's own parser would turn `?q=123` into a number. */
export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text))
}

/** The inverse; empty values are left out, the order is retained. */
export function stringifySearch(search: Record<string, unknown>): string {
  const kept = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  // Colons and commas are allowed in a query, and read better unescaped.
  const text = new URLSearchParams(kept.map(([key, value]): [string, string] => [key, String(value)]))
    .toString()
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}
