import { addTexts } from '../../i18n/i18n.ts'
import access from './en/access.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    access: typeof access
  }
}

addTexts('access', access)
