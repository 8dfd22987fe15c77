import { type SplitErrors, splitFormErrors } from '@longreach/contract/forms/errors'
import type { Field, Form } from '@longreach/contract/forms/fields'
import i18next from 'i18next'
import { ApiError } from '../api/error.ts'

/** Errors of a form by field or group, and errors of the form as a whole. */
export type FormErrors = Readonly<SplitErrors>

export const noErrors: FormErrors = { byField: {}, general: [] }

/** Assigns the errors of a failed call to fields (spec §8); `shown`: the fields on the screen. */
export function formErrorsOf(
  form: Pick<Form, 'fields' | 'groups'>,
  error: unknown,
  shown: readonly Field[] = form.fields,
): FormErrors {
  if (!(error instanceof ApiError))
    return { byField: {}, general: [error instanceof Error ? error.message : String(error)] }
  if (error.errors.length > 0) return splitFormErrors(form, error.errors, shown)
  const message = error.readable && error.statusText !== '' ? error.statusText : i18next.t('ui:unreadable')
  return { byField: {}, general: [message] }
}

/** The errors without those of a field whose value has changed. */
export function withoutField(errors: FormErrors, key: string): FormErrors {
  const left = Object.entries(errors.byField).filter(([place]) => place !== key && !place.startsWith(`${key}.`))
  return left.length === Object.keys(errors.byField).length ? errors : { ...errors, byField: Object.fromEntries(left) }
}
