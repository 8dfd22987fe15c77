import { addTexts } from '../../../i18n/i18n.ts'
import importDevices from '../en/import.json' with { type: 'json' }

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    importDevices: typeof importDevices
  }
}

addTexts('importDevices', importDevices)
