import mail from '../../i18n/en/mail.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('mail', mail)
