import { addTexts } from '../../../i18n/i18n.ts'
import history from '../en/history.json' with { type: 'json' }

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    history: typeof history
  }
}

addTexts('history', history)
