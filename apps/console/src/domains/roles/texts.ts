import { addTexts } from '../../i18n/i18n.ts'
import roles from './en/roles.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    roles: typeof roles
  }
}

addTexts('roles', roles)
