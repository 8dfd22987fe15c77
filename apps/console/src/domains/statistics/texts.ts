import { addTexts } from '../../i18n/i18n.ts'
import statistics from './en/statistics.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    statistics: typeof statistics
  }
}

addTexts('statistics', statistics)
