import { addTexts } from '../../i18n/i18n.ts'
import tags from './en/tags.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    tags: typeof tags
  }
}

addTexts('tags', tags)
