import { addTexts } from '../../i18n/i18n.ts'
import devices from './en/devices.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    devices: typeof devices
  }
}

addTexts('devices', devices)
