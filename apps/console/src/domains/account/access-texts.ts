import access from '../../i18n/en/access.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('access', access)
