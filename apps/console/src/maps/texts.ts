import { addTexts } from '../i18n/i18n.ts'
import maps from './en/maps.json' with { type: 'json' }

declare module '../i18n/i18n.ts' {
  interface Texts {
    maps: typeof maps
  }
}

addTexts('maps', maps)
