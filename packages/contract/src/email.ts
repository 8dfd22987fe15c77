import * as z from 'zod/mini'
import { text } from './i18n.ts'

/** A typed address. */
export const emailAddress = () => z.email(text('forms.email')).check(z.maxLength(200))

/** Some accounts have a name in place of an address. */
export const isEmailAddress = (text: string) => z.safeParse(emailAddress(), text).success
