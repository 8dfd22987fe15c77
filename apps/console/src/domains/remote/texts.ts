import { addTexts } from '../../i18n/i18n.ts'
import remote from './en/remote.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    remote: typeof remote
  }
}

addTexts('remote', remote)
