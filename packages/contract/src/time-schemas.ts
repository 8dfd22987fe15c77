import * as z from 'zod/mini'
import { text } from './i18n.ts'
import { parseTime } from './time.ts'

/** A date-time in a response. */
export const time = () => z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/))

/** A date-time in a query or body; parsed to a Date. */
export function timeText() {
  return z.pipe(
    z.string().check(z.refine((text) => parseTime(text) !== null, { error: text('forms.time') })),
    z.transform((text) => parseTime(text) as Date),
  )
}
