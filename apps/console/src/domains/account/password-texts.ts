import password from '../../i18n/en/password.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('password', password)
