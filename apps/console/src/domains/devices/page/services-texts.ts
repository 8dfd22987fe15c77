import { addTexts } from '../../../i18n/i18n.ts'
import services from '../en/services.json' with { type: 'json' }

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    services: typeof services
  }
}

addTexts('services', services)
