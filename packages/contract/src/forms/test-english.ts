import { createInstance } from 'i18next'
import { translateJson } from '../i18n.ts'
import forms from './texts.en.json' with { type: 'json' }

const i18n = createInstance()
void i18n.init({ lng: 'en', initAsync: false, resources: { en: { texts: { forms } } }, defaultNS: 'texts' })

/** The result of a check, with its texts in English. */
export const english = <Answer>(answer: Answer): Answer =>
  JSON.parse(translateJson(JSON.stringify(answer), (key, values) => i18n.t(key as never, values as never) as never))
