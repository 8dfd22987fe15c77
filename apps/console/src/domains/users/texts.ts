import { addTexts } from '../../i18n/i18n.ts'
import users from './en/users.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    users: typeof users
  }
}

addTexts('users', users)
