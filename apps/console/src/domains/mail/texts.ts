import { addTexts } from '../../i18n/i18n.ts'
import mail from './en/mail.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    mail: typeof mail
  }
}

addTexts('mail', mail)
