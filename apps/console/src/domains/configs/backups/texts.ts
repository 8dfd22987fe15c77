import { addTexts } from '../../../i18n/i18n.ts'
import backups from '../en/backups.json' with { type: 'json' }

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    backups: typeof backups
  }
}

addTexts('backups', backups)
