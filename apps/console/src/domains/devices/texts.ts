import devices from '../../i18n/en/devices.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('devices', devices)
