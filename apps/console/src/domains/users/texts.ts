import users from '../../i18n/en/users.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('users', users)
