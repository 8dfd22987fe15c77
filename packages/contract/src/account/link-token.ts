import * as z from 'zod/mini'

/** The token of a mailed link. */
export const linkToken = () => z.string().check(z.minLength(1), z.maxLength(100))
