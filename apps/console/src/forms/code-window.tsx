import './texts.ts'
import { mfaCodes } from '@longreach/contract/forms/errors'
import { form } from '@longreach/contract/forms/fields'
import i18next from 'i18next'
import { ApiError } from '../api/error.ts'
import { windows } from '../windows/store.ts'
import type { FormAnswer } from './follow.ts'
import { FormWindow } from './form-window.tsx'
import { type Challenge, isStillAsked } from './mfa.ts'

const id = 'authentication-code'

const codeForm = form({
  name: 'authenticationCode',
  permission: 'signed-in',
  title: 'forms:code.title',
  submit: 'forms:code.submit',
  fields: [
    {
      key: 'session_code',
      type: 'text',
      label: 'forms:code.label',
      hint: 'forms:code.hint',
      required: true,
      maxlength: 20,
      autocomplete: 'one-time-code',
    },
  ],
})

/** Said at the code, and not taken for another challenge. */
function ofCode({ status, errors, requestId }: ApiError): ApiError {
  const said = errors.map(({ message }) => ({ code: mfaCodes.refused, message, source: 'session_code' }))
  return new ApiError(status, said, requestId)
}

/**
 * Asks for the code that was mailed. A wrong code shows an error and another can be typed; whatever else goes wrong is a
 * matter of the form that was sent.
 */
export function askForCode<Result>(challenge: Challenge<Result>): Promise<Result | null> {
  return new Promise((resolve, reject) => {
    let end = () => resolve(null)
    const send = async ({ session_code }: { session_code: string }): Promise<FormAnswer> => {
      try {
        const result = await challenge.answer(session_code)
        end = () => resolve(result)
      } catch (error) {
        if (isStillAsked(error)) throw ofCode(error)
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
        content: <FormWindow form={codeForm} send={send} done={null} reload={false} />,
      },
      () => end(),
    )
  })
}
