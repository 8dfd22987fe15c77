import * as z from 'zod/mini'
import { emailPattern, longestEmail } from './email.ts'
import { text } from './i18n.ts'

/** A typed address. */
export const emailAddress = () =>
  z.email({ pattern: emailPattern, error: text('forms.email') }).check(z.maxLength(longestEmail))
