import invitations from '../../i18n/en/invitations.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('invitations', invitations)
