import type { FieldErrors } from '@longreach/contract/forms/check'
import { splitFormErrors } from '@longreach/contract/forms/errors'
import type { Form } from '@longreach/contract/forms/fields'
import i18next from 'i18next'
import type { Meta } from '../api/call.ts'
import { ApiError } from '../api/error.ts'
import { withPassword } from './ask-password.tsx'
import { type Proof, withProof } from './mfa.ts'

export interface FormAnswer {
  data?: unknown
  meta: Meta
  message?: string
}

/** What a refused form shows, and where. */
export interface Refusal {
  byField: FieldErrors
  general: readonly string[]
}

/** Makes the call of a form, asking for the password or another proof where the server wants it; null: not given. */
export function deliver<Answer>(send: (proof?: Proof) => Promise<Answer>): Promise<Answer | null> {
  return withPassword(() => withProof(send, i18next.t('forms:noServer')))
}

/** Where what went wrong is shown (spec §8). */
export function refusalOf(form: Pick<Form, 'fields'>, error: unknown): Refusal {
  if (!(error instanceof ApiError))
    return { byField: {}, general: [error instanceof Error ? error.message : String(error)] }
  if (error.errors.length > 0) return splitFormErrors(form, error.errors)
  const said = error.readable && error.statusText !== '' ? error.statusText : i18next.t('forms:failed')
  return { byField: {}, general: [said] }
}
