import { type Translate, translateJson, translateMessage } from '@longreach/contract/i18n'
import { texts } from '@longreach/contract/texts'
import { parseTime } from '@longreach/contract/time'
import { createInstance } from 'i18next'
import { formatInZone } from './time-zones.ts'

export type Language = 'en'

/** The person or program that a text is for. */
export interface Reader {
  language: Language
  /** IANA name; null is UTC, which sentences then say. */
  zone: string | null
}

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

/** A time of the API in the reader's zone; any other value unchanged. */
export function showTime<Value>(value: Value, { zone }: Reader): Value | string {
  const moment = typeof value === 'string' ? parseTime(value) : null
  if (!moment) return value
  return zone === null ? `${value} (UTC)` : formatInZone(moment, zone)
}

function translatorOf(reader: Reader): Translate {
  const fixed = i18n.getFixedT(reader.language) as unknown as Translate
  return (key, values) =>
    fixed(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, showTime(value, reader)])))
}

/** The text of a key as in the catalogue, with its placeholders; undefined if there is none. */
export const templateOf = (key: string, { language }: Reader): string | undefined =>
  i18n.getResource(language, 'texts', key) as string | undefined

/** A message for its reader, with times in their zone; called when it leaves the server. */
export const translate = (message: string, reader: Reader): string => translateMessage(message, translatorOf(reader))
export const translateDocument = (json: string, reader: Reader): string => translateJson(json, translatorOf(reader))
/** For logs and programs. */
export const inEnglish = (message: string): string => translate(message, { language: 'en', zone: null })
