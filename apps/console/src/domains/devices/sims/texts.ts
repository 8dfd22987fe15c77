import { addTexts } from '../../../i18n/i18n.ts'
import '../usage/texts.ts'
import sims from '../en/sims.json' with { type: 'json' }

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    sims: typeof sims
  }
}

addTexts('sims', sims)
