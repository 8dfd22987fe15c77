import { addTexts } from '../../i18n/i18n.ts'
import actions from './en/actions.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    actions: typeof actions
  }
}

addTexts('actions', actions)
