import roles from '../../i18n/en/roles.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('roles', roles)
