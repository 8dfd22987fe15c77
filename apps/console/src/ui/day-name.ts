import { language } from '../i18n/i18n.ts'

/** Language of dates in words; British English puts the day first. */
export const dateLanguage = language === 'en' ? 'en-GB' : language
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * `23 Nov` or `23 November`: the day of a date in the browser's zone. Formats are cached: creating one takes a
 * millisecond or more.
 */
export function dayName(date: Date, month: 'short' | 'long' = 'short'): string {
  let format = formats.get(month)
  if (!format) {
    format = new Intl.DateTimeFormat(dateLanguage, { day: 'numeric', month })
    formats.set(month, format)
  }
  return format.format(date)
}
