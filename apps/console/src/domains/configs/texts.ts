import { addTexts } from '../../i18n/i18n.ts'
import configs from './en/configs.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    configs: typeof configs
  }
}

addTexts('configs', configs)
