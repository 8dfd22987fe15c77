import * as z from 'zod/mini'
import { text } from '../i18n.ts'

/** A password somebody chooses; what else makes one weak is judged by the server. */
export const newPassword = () =>
  z.string().check(z.minLength(8, text('forms.too_short', { count: 8 })), z.maxLength(200))

/** The token of a link that was mailed. */
export const linkToken = () => z.string().check(z.minLength(1), z.maxLength(100))
