type Value = string | number | boolean | null | undefined | readonly (string | number)[]

/** Query string in the API's format: lists joined by commas, without null and empty values. Keys keep their order. */
export function queryText(query: Readonly<Record<string, Value>>): string {
  const parts: string[] = []
  for (const [key, value] of Object.entries(query)) {
    const text = Array.isArray(value)
      ? value.filter((part) => part !== null && part !== '').join(',')
      : value === null || value === undefined
        ? ''
        : String(value)
    if (text !== '') parts.push(`${encodeURIComponent(key)}=${encodeURIComponent(text)}`)
  }
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** `/devices/{id}` with its params filled in. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
