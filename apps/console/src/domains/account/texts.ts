import { addTexts } from '../../i18n/i18n.ts'
import account from './en/account.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    account: typeof account
  }
}

addTexts('account', account)
