import { addTexts } from '../../i18n/i18n.ts'
import alerts from './en/alerts.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    alerts: typeof alerts
  }
}

addTexts('alerts', alerts)
