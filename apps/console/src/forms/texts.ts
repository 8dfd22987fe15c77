import { addTexts } from '../i18n/i18n.ts'
import forms from './en/forms.json' with { type: 'json' }

declare module '../i18n/i18n.ts' {
  interface Texts {
    forms: typeof forms
  }
}

addTexts('forms', forms)
