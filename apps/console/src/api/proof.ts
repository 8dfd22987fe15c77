import { mfaCodes } from '@longreach/contract/forms/errors'
import { ApiError } from './error.ts'

/** Fields that a proof of identity adds to the body of a call. */
export interface Proof {
  session_code: string
  session_id: string
}

export type MakeCall<Result> = (proof?: Proof) => Promise<Result>

/** Asks the user for what the error requires and makes the call again; throws NotProven if it was not given. */
export type Prove = <Result>(error: ApiError, makeCall: MakeCall<Result>) => Promise<Result>

/** The user closed the question for the proof that a call requires; its message is that of the server. */
export class NotProven extends ApiError {
  constructor({ status, errors, requestId }: ApiError) {
    super(status, errors, requestId)
    this.name = 'NotProven'
  }
}

let prove: Prove | undefined

/** How users prove who they are once more; the windows for it are loaded when a call requires them. */
export function onProofNeeded(asked: Prove | undefined): void {
  prove = asked
}

const needsPassword = (error: ApiError) => error.status === 423
const needsCode = (error: ApiError) => error.code === mfaCodes.required

/** Makes a call, and again with a proof of identity if the server requires one; a code needs a body to travel in. */
export async function proven<Result>(makeCall: MakeCall<Result>, { hasBody }: { hasBody: boolean }): Promise<Result> {
  try {
    return await makeCall()
  } catch (error) {
    if (!prove || !(error instanceof ApiError)) throw error
    if (!needsPassword(error) && !(hasBody && needsCode(error))) throw error
    return prove(error, makeCall)
  }
}
