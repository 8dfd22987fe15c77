import tags from '../../i18n/en/tags.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'

addTexts('tags', tags)
