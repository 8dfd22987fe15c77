import connect from '../i18n/en/connect.json' with { type: 'json' }
import { addTexts } from '../i18n/i18n.ts'

addTexts('connect', connect)
