import { addTexts } from '../i18n/i18n.ts'
import tables from './en/ui.json' with { type: 'json' }

type Tables = typeof tables

declare module '../i18n/i18n.ts' {
  interface CommonTexts extends Tables {}
}

// The part of the common texts that sign-in does without.
addTexts('ui', tables)
