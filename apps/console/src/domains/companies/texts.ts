import { addTexts } from '../../i18n/i18n.ts'
import companies from './en/companies.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    companies: typeof companies
  }
}

addTexts('companies', companies)
