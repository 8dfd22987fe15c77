import companies from '../../i18n/en/companies.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('companies', companies)
