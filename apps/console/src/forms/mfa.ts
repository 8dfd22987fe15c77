import { mfaCodes } from '@longreach/contract/forms/errors'
import { ApiError } from '../api/error.ts'
import { type MakeCall, NotProven } from '../api/proof.ts'

export interface Challenge<Result> {
  /** Repeats the call with the code; rejects like the call itself. */
  answer: (code: string) => Promise<Result>
}

/** Asks for a proof and repeats the call with it; null if the user gave none. */
export type Method = <Result>(challenge: Challenge<Result>) => Promise<Result | null>

const methods = new Map<string, Method>([
  ['email', async (challenge) => (await import('./code-window.tsx')).askForCode(challenge)],
])
/** A challenge that does not name a method means the last one used. */
let last: string | undefined

/** Registers a method of proving identity. */
export function offerMethod(name: string, method: Method): void {
  methods.set(name, method)
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

/** True while the server waits for a correct code. */
export const isCodeNeeded = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === mfaCodes.required || error.code === mfaCodes.refused)

/** Repeats the call with the code that its error requires. */
export async function answerChallenge<Result>(
  error: ApiError,
  makeCall: MakeCall<Result>,
  noMethod: string,
): Promise<Result> {
  const { meta, errors } = error
  const name = textOf(meta.mfa_method) ?? textOf(meta.mfa_type) ?? last
  const method = name === undefined ? undefined : methods.get(name)
  if (!method) {
    const message = errors[0]?.message || noMethod
    throw new ApiError(error.status, [{ code: error.code, message, source: null }], error.requestId)
  }
  last = name
  const session_id = textOf(meta.session_uuid) ?? textOf(meta.session_id) ?? ''
  const result = await method({ answer: (session_code) => makeCall({ session_code, session_id }) })
  if (result === null) throw new NotProven(error)
  return result
}
