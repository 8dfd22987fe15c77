import * as z from 'zod/mini'

/** An address somebody typed. */
export const emailAddress = () => z.email('Wants an email address').check(z.maxLength(200))

/** Some accounts have a name in place of an address. */
export const isEmailAddress = (text: string) => z.safeParse(emailAddress(), text).success
