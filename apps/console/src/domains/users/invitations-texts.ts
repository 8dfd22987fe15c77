import { addTexts } from '../../i18n/i18n.ts'
import invitations from './en/invitations.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    invitations: typeof invitations
  }
}

addTexts('invitations', invitations)
