import * as z from 'zod/mini'

/** An address somebody typed. */
export const emailAddress = () => z.email('Wants an email address').check(z.maxLength(200))
