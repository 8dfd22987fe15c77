import './texts.ts'
import { authenticationCodeForm } from '@longreach/contract/account/forms'
import { mfaCodes } from '@longreach/contract/forms/errors'
import i18next from 'i18next'
import { ApiError } from '../api/error.ts'
import { windows } from '../windows/store.ts'
import type { FormAnswer } from './follow.ts'
import { FormWindow } from './form-window.tsx'
import { type Challenge, isCodeNeeded } from './mfa.ts'

const id = 'authentication-code'

/** Assigns the error to the field of the code, instead of asking again. */
function atCodeField({ status, errors, requestId }: ApiError): ApiError {
  const atCode = errors.map(({ message }) => ({ code: mfaCodes.refused, message, source: 'session_code' }))
  return new ApiError(status, atCode, requestId)
}

/** Asks for the mailed code. After a wrong one the user can enter another; any other error belongs to the sent form. */
export function askForCode<Result>(challenge: Challenge<Result>): Promise<Result | null> {
  return new Promise((resolve, reject) => {
    let end = () => resolve(null)
    const send = async ({ session_code }: { session_code: string }): Promise<FormAnswer> => {
      try {
        const result = await challenge.answer(session_code)
        end = () => resolve(result)
      } catch (error) {
        if (isCodeNeeded(error)) throw atCodeField(error)
        end = () => reject(error)
      }
      return { meta: {} }
    }
    windows.open(
      {
        id,
        title: i18next.t('forms:code.title'),
        prompt: true,
        width: 440,
        content: <FormWindow form={authenticationCodeForm} send={send} done={null} reload={false} />,
      },
      () => end(),
    )
  })
}
