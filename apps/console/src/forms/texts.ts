import forms from '../i18n/en/forms.json' with { type: 'json' }
import { addTexts } from '../i18n/i18n.ts'

addTexts('forms', forms)
