import { language } from '../i18n/i18n.ts'

/** In English the day comes first, as in all other dates of the console. */
const dates = language === 'en' ? 'en-GB' : language
const formats = new Map<string, Intl.DateTimeFormat>()

/** `23 Nov` or `23 November`: what the date is in the browser's zone. Formats are kept: to make one takes a millisecond and more. */
export function dayName(date: Date, month: 'short' | 'long' = 'short'): string {
  let format = formats.get(month)
  if (!format) {
    format = new Intl.DateTimeFormat(dates, { day: 'numeric', month })
    formats.set(month, format)
  }
  return format.format(date)
}
