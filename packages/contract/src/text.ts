import * as z from 'zod/mini'
import { text } from './i18n.ts'

/**
 * For names typed by users: they appear in sentences, mails and logs, where a line break, a control character or a
 * direction override would change the text around them.
 */
export const oneLine = () => z.regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, text('forms.one_line'))
