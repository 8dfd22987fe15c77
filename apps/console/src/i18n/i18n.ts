import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { english } from './english.ts'

/** Texts of domains that were loaded before the start. */
const waiting: Record<string, object> = {}

/** Every text of the console, by domain. Other languages will arrive as files of the same keys. */
export function startTexts() {
  return i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { ...english, ...waiting } },
    defaultNS: 'ui',
    // React escapes already.
    interpolation: { escapeValue: false },
  })
}

/** Adds the texts of a domain; called by its `texts.ts` when the domain's first screen is loaded. */
export function addTexts(domain: string, texts: object): void {
  if (i18next.isInitialized) i18next.addResourceBundle('en', domain, texts)
  else waiting[domain] = texts
}
