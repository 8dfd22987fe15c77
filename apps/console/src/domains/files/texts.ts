import { addTexts } from '../../i18n/i18n.ts'
import files from './en/files.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    files: typeof files
  }
}

addTexts('files', files)
