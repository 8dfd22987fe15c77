import { addTexts } from '../../../i18n/i18n.ts'
import moveDevices from '../en/move.json' with { type: 'json' }

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    moveDevices: typeof moveDevices
  }
}

addTexts('moveDevices', moveDevices)
