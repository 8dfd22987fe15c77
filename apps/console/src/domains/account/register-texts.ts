import register from '../../i18n/en/register.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('register', register)
