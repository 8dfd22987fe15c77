import { addTexts } from '../../i18n/i18n.ts'
import firmware from './en/firmware.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    firmware: typeof firmware
  }
}

addTexts('firmware', firmware)
