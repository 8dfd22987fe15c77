import type { Field } from '@longreach/contract/forms/fields'
import type { Values } from '@longreach/contract/forms/visible'
import { textOf } from '../../i18n/i18n.ts'

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

/** Of a field, what all controls show. */
export function facts(field: { label: string; hint?: string; subtext?: string; required?: true }): {
  label: string
  hint: string | undefined
  subtext: string | undefined
  required: boolean
} {
  return {
    label: textOf(field.label),
    hint: field.hint === undefined ? undefined : textOf(field.hint),
    subtext: field.subtext === undefined ? undefined : textOf(field.subtext),
    required: field.required === true,
  }
}
