import { type Form, valueFields } from '@longreach/contract/forms/fields'
import { type Can, emptyValue, shownFields, type Values, withoutHidden } from '@longreach/contract/forms/visible'
import { useRef, useState } from 'react'

/** Initial values of fields that are hidden at first. */
function valuesOfHidden(form: Form, initial: Values, can: Can): Map<string, unknown> {
  const shown = shownFields(form, initial, can)
  const hidden = valueFields(form).filter((field) => !shown.includes(field) && initial[field.key] !== undefined)
  return new Map(hidden.map(({ key }) => [key, initial[key]]))
}

/** The edited values of a form's fields; a field that is shown for the first time has its initial value. */
export function useFormValues(form: Form, initial: Values, can: Can) {
  const [values, setValues] = useState<Values>(() => {
    const empty = Object.fromEntries(valueFields(form).map((field) => [field.key, emptyValue(field)]))
    return withoutHidden(form, { ...empty, ...initial }, can)
  })
  // A control may change its value and submit at once, before the form is drawn again.
  const latest = useRef(values)
  const offered = useRef<Map<string, unknown>>(null)
  offered.current ??= valuesOfHidden(form, initial, can)

  /** Sets a value and empties the fields that it resets; returns the keys of all of these. */
  const change = (key: string, value: unknown): string[] => {
    const resets = valueFields(form).find((field) => field.key === key)?.resets ?? []
    const emptied = valueFields(form).filter((field) => resets.includes(field.key))
    const next: Record<string, unknown> = { ...latest.current, [key]: value }
    for (const field of emptied) next[field.key] = emptyValue(field)
    for (const field of valueFields({ ...form, fields: shownFields(form, next, can) })) {
      if (offered.current?.has(field.key)) next[field.key] = offered.current.get(field.key)
      offered.current?.delete(field.key)
    }
    latest.current = withoutHidden(form, next, can)
    setValues(latest.current)
    return [key, ...emptied.map((field) => field.key)]
  }
  return { values, latest, shown: shownFields(form, values, can), change }
}
