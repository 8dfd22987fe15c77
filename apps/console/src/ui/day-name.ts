import { language } from '../i18n/i18n.ts'

/** The language of dates in words: in English the day comes first. */
export const dateLanguage = language === 'en' ? 'en-GB' : language
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * `23 Nov` or `23 November`: the day of a date in the browser's zone. Formats are kept: to make one takes a millisecond
 * and more.
 */
export function dayName(date: Date, month: 'short' | 'long' = 'short'): string {
  let format = formats.get(month)
  if (!format) {
    format = new Intl.DateTimeFormat(dateLanguage, { day: 'numeric', month })
    formats.set(month, format)
  }
  return format.format(date)
}
