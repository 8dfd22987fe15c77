import type { ApiError } from './error.ts'

/** Codes that lock a signed-in user out, whatever was requested; each has a screen of its own (spec §8). */
const blockingCodes = ['EMAIL_NOT_VERIFIED', 'NOT_INVITED_EXTERNAL_USER', 'MFA_MANDATORY'] as const
export type BlockingCode = (typeof blockingCodes)[number]

export const blockingCodeOf = (error: ApiError): BlockingCode | undefined =>
  blockingCodes.find((code) => code === error.code)

const listeners = new Set<(code: BlockingCode) => void>()

/** Called with every response whose first error locks the user out. */
export function onBlocked(listener: (code: BlockingCode) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function notifyBlocked(error: ApiError): void {
  const code = blockingCodeOf(error)
  if (code) for (const listener of listeners) listener(code)
}
