import { addTexts } from '../../i18n/i18n.ts'
import system from './en/system.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    system: typeof system
  }
}

addTexts('system', system)
