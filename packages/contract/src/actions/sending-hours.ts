import * as z from 'zod/mini'
import { text } from '../i18n.ts'

const clock = () => z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, text('forms.clock')))

/** Hours on some days of the week within which an action may be sent to devices, in a time zone. */
export const hoursSchema = z
  .object({
    /** 1 is Monday. Hours that end on the next day belong to the day on which they start. */
    days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7)),
    from: clock(),
    to: clock(),
    zone: z.string().check(z.minLength(1), z.maxLength(64)),
  })
  .check(z.refine(({ from, to }) => from !== to, { error: text('actions.hours_empty'), path: ['to'] }))
export type Hours = z.infer<typeof hoursSchema>
