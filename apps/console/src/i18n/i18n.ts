import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { english } from './english.ts'

/** Every text of the console, by domain. English is in the bundle; other languages will arrive as files of the same keys. */
export function startTexts() {
  return i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: english },
    defaultNS: 'ui',
    // React escapes already.
    interpolation: { escapeValue: false },
  })
}
