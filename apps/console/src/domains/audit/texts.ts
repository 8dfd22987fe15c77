import { addTexts } from '../../i18n/i18n.ts'
import audit from './en/audit.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    audit: typeof audit
  }
}

addTexts('audit', audit)
