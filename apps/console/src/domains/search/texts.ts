import { addTexts } from '../../i18n/i18n.ts'
import search from './en/search.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    search: typeof search
  }
}

addTexts('search', search)
