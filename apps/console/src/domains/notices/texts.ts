import { addTexts } from '../../i18n/i18n.ts'
import notices from './en/notices.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    notices: typeof notices
  }
}

addTexts('notices', notices)
