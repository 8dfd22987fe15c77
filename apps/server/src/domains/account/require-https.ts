import { text } from '@longreach/contract/i18n'
import { Problem } from '../../endpoint/problem.ts'

/** Passwords are not accepted over plain HTTP beyond localhost, unless the operator allows it (ALLOW_HTTP). */
export function requireHttps(secure: boolean, allowHttp: boolean): void {
  if (secure || allowHttp) return
  throw new Problem('FORBIDDEN', { message: text('account.needs_https') })
}
