import { mfaCodes } from '@longreach/contract/forms/errors'
import { ApiError } from './error.ts'

/** Fields that a proof of identity adds to the body of a call. */
export interface Proof {
  session_code: string
  session_id: string
}

export type MakeCall<Result> = (proof?: Proof) => Promise<Result>

/** Asks the user for the required proof and repeats the call; throws NotProven if the user gives none. */
export type Prove = <Result>(error: ApiError, makeCall: MakeCall<Result>) => Promise<Result>

/** The user closed the question for the proof that a call requires; the message is that of the server. */
export class NotProven extends ApiError {
  constructor({ status, errors, requestId }: ApiError) {
    super(status, errors, requestId)
    this.name = 'NotProven'
  }
}

let prove: Prove | undefined

/** Sets the function that asks users for a proof of identity; its windows are loaded when a call requires one. */
export function onProofNeeded(asked: Prove | undefined): void {
  prove = asked
}

const needsPassword = (error: ApiError) => error.status === 423
const needsCode = (error: ApiError) => error.code === mfaCodes.required

/** Makes a call, and repeats it with a proof of identity if the server requires one; a code needs a body. */
export async function proven<Result>(makeCall: MakeCall<Result>, { hasBody }: { hasBody: boolean }): Promise<Result> {
  try {
    return await makeCall()
  } catch (error) {
    if (!prove || !(error instanceof ApiError)) throw error
    if (!needsPassword(error) && !(hasBody && needsCode(error))) throw error
    return prove(error, makeCall)
  }
}
