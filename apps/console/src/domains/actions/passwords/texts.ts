import { addTexts } from '../../../i18n/i18n.ts'
import passwords from '../en/passwords.json' with { type: 'json' }

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    passwords: typeof passwords
  }
}

addTexts('passwords', passwords)
