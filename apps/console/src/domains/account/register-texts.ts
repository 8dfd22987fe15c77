import { addTexts } from '../../i18n/i18n.ts'
import register from './en/register.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    register: typeof register
  }
}

addTexts('register', register)
