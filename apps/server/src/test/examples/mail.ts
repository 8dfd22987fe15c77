import type { Examples } from './shared.ts'

export const examples: Examples = {
  'mail.delete_suppressed': async (own) => ({ params: { email: await own.suppressedEmail() } }),
}
