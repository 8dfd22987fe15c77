import { addTexts } from '../../i18n/i18n.ts'
import dashboards from './en/dashboards.json' with { type: 'json' }
import type labels from './en/labels.json'

declare module '../../i18n/i18n.ts' {
  interface Texts {
    dashboards: typeof dashboards & typeof labels
  }
}

addTexts('dashboards', dashboards)
