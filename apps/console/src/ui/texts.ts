import { addTexts } from '../i18n/i18n.ts'
import ui from './en/ui.json' with { type: 'json' }

type Ui = typeof ui

declare module '../i18n/i18n.ts' {
  interface CommonTexts extends Ui {}
}

// The part of the common texts that sign-in does without.
addTexts('ui', ui)
