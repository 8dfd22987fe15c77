import system from '../../i18n/en/system.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('system', system)
