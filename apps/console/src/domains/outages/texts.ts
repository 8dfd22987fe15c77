import { addTexts } from '../../i18n/i18n.ts'
import outages from './en/outages.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    outages: typeof outages
  }
}

addTexts('outages', outages)
