import * as z from 'zod/mini'

/** A password somebody chooses; what else makes one weak is judged by the server. */
export const newPassword = () => z.string().check(z.minLength(8, 'Wants at least 8 characters'), z.maxLength(200))

/** The token of a link that was mailed. */
export const linkToken = () => z.string().check(z.minLength(1), z.maxLength(100))
