import { type Translate, translateJson, translateMessage } from '@longreach/contract/i18n'
import { texts } from '@longreach/contract/texts'
import { createInstance } from 'i18next'

export type Language = 'en'

export const i18n = createInstance()
void i18n.init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  resources: { en: { texts } },
  defaultNS: 'texts',
  // No escaping here: texts end up in JSON, mails and pages, each of which escapes by itself.
  interpolation: { escapeValue: false },
})

const translatorOf = (lng: Language) => i18n.getFixedT(lng) as unknown as Translate

/** The text of a key as in the catalogue, with its placeholders; undefined if there is none. */
export const templateOf = (key: string, language: Language): string | undefined =>
  i18n.getResource(language, 'texts', key) as string | undefined

/** A message in a language; called when it leaves the server for a user. */
export const translate = (message: string, language: Language): string =>
  translateMessage(message, translatorOf(language))
export const translateDocument = (json: string, language: Language): string =>
  translateJson(json, translatorOf(language))
/** For logs and programs. */
export const inEnglish = (message: string): string => translate(message, 'en')

/** The language of a request; will depend on `Accept-Language` as soon as there is another catalogue. */
export const languageOf = (_request: object): Language => 'en'
