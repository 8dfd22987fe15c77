import { addTexts } from '../i18n/i18n.ts'
import charts from './en/ui.json' with { type: 'json' }

type Charts = typeof charts

declare module '../i18n/i18n.ts' {
  interface CommonTexts extends Charts {}
}

addTexts('ui', charts)
