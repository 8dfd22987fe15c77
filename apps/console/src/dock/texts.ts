import { addTexts } from '../i18n/i18n.ts'
import dock from './en/dock.json' with { type: 'json' }

declare module '../i18n/i18n.ts' {
  interface Texts {
    dock: typeof dock
  }
}

addTexts('dock', dock)
