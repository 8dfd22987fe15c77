import { addTexts } from '../../i18n/i18n.ts'
import password from './en/password.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    password: typeof password
  }
}

addTexts('password', password)
