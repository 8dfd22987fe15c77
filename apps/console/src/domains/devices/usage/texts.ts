import { addTexts } from '../../../i18n/i18n.ts'
import usage from '../en/usage.json' with { type: 'json' }

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    usage: typeof usage
  }
}

addTexts('usage', usage)
