import { addTexts } from '../i18n/i18n.ts'
import connect from './en/connect.json' with { type: 'json' }

declare module '../i18n/i18n.ts' {
  interface Texts {
    connect: typeof connect
  }
}

addTexts('connect', connect)
