import * as z from 'zod/mini'
import { text } from '../i18n.ts'

/** A new password; the server checks further rules. */
export const newPassword = () =>
  z.string().check(z.minLength(8, text('forms.too_short', { count: 8 })), z.maxLength(200))

/** The token of a mailed link. */
export const linkToken = () => z.string().check(z.minLength(1), z.maxLength(100))
