import notices from '../../i18n/en/notices.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('notices', notices)
