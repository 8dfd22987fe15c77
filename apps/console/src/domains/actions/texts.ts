import actions from '../../i18n/en/actions.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('actions', actions)
