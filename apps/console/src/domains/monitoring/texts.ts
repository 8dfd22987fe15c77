import { addTexts } from '../../i18n/i18n.ts'
import monitoring from './en/monitoring.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    monitoring: typeof monitoring
  }
}

addTexts('monitoring', monitoring)
