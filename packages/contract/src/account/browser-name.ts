import { type Text, text } from '../i18n.ts'

/** In order of precedence: the user agent of most browsers also names those below them. */
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

export type BrowserName = { browser: string; system: string } | null

/** The browser's name from its user agent; null if unknown. */
export function browserName(userAgent: string | null): BrowserName {
  const browser = named(userAgent ?? '', browsers)
  const system = named(userAgent ?? '', systems)
  return browser && system ? { browser, system } : null
}

export const browserText = (name: BrowserName): Text =>
  name ? text('account.browser', { browser: name.browser, system: name.system }) : text('account.unknown_browser')
