/** In order of precedence: most browsers also name those below them. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const named = (text: string, names: typeof browsers) => names.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** The name of a browser by its user agent; null if it is unknown. */
export function browserName(userAgent: string | null): { browser: string; system: string } | null {
  const browser = named(userAgent ?? '', browsers)
  const system = named(userAgent ?? '', systems)
  return browser && system ? { browser, system } : null
}
