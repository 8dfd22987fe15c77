import audit from '../../i18n/en/audit.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('audit', audit)
