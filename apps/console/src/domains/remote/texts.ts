import remote from '../../i18n/en/remote.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('remote', remote)
