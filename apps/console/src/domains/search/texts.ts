import search from '../../i18n/en/search.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('search', search)
