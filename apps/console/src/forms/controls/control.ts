import type { Field } from '@longreach/contract/forms/fields'
import type { Values } from '@longreach/contract/forms/visible'
import i18next from 'i18next'

/** What every control of a form gets; it shows one value and says when that changes. */
export interface ControlProps<F = Field> {
  field: F
  value: unknown
  onChange: (value: unknown) => void
  /** Of the field; in a table by `<row>.<column>`. */
  error: string | undefined
  errorsInside?: Readonly<Record<string, string>>
  /** All that stands in the form. */
  values: Values
}

/** The words of a key of the texts; what is declared in the contract cannot be typed by them. */
export const wordsOf = (key: string): string => i18next.t(key as never)

/** Of a field, what all controls show. */
export function facts(field: { label: string; hint?: string; subtext?: string; required?: true }): {
  label: string
  hint: string | undefined
  subtext: string | undefined
  required: boolean
} {
  return {
    label: wordsOf(field.label),
    hint: field.hint === undefined ? undefined : wordsOf(field.hint),
    subtext: field.subtext === undefined ? undefined : wordsOf(field.subtext),
    required: field.required === true,
  }
}
