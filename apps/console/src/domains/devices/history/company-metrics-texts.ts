import { addTexts } from '../../../i18n/i18n.ts'
import companyMetrics from '../en/company-metrics.json' with { type: 'json' }

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    companyMetrics: typeof companyMetrics
  }
}

addTexts('companyMetrics', companyMetrics)
