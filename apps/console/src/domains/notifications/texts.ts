import notifications from '../../i18n/en/notifications.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('notifications', notifications)
