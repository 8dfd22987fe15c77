import { addTexts } from '../../../i18n/i18n.ts'
import attention from '../en/attention.json' with { type: 'json' }

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    attention: typeof attention
  }
}

addTexts('attention', attention)
