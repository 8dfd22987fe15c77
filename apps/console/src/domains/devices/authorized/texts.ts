import { addTexts } from '../../../i18n/i18n.ts'
import authorized from '../en/authorized.json' with { type: 'json' }

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    authorized: typeof authorized
  }
}

addTexts('authorized', authorized)
