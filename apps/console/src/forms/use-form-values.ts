import { type Form, valueFields } from '@longreach/contract/forms/fields'
import { type Can, emptyValue, isEmpty, shownFields, type Values } from '@longreach/contract/forms/visible'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'

/** What stands in the fields of a form, and which of them are seen. */
export function useFormValues(form: Form, given: Values, can: Can) {
  const empty = Object.fromEntries(valueFields(form).map((field) => [field.key, emptyValue(field)]))
  const state = useForm<Record<string, unknown>>({ defaultValues: { ...empty, ...given }, shouldUnregister: false })
  const values = state.watch()
  const shown = shownFields(form, values, can)

  // What is hidden is empty when it comes back.
  useEffect(() => {
    const seen = new Set(shownFields(form, values, can))
    for (const field of valueFields(form)) {
      const value = values[field.key]
      if (!seen.has(field) && !isEmpty(value) && value !== emptyValue(field))
        state.setValue(field.key, emptyValue(field))
    }
  })
  return { state, values, shown }
}
