import { addTexts } from '../../../i18n/i18n.ts'
import map from '../en/map.json' with { type: 'json' }

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    map: typeof map
  }
}

addTexts('map', map)
