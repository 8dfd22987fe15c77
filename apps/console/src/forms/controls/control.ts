import type { Field, HiddenField, ValueField } from '@longreach/contract/forms/fields'
import type { Values } from '@longreach/contract/forms/visible'
import { textOf } from '../../i18n/i18n.ts'

/** Props of every control: it shows one value of a form and reports changes. */
export interface ControlProps<F = Field> {
  field: F
  value: unknown
  onChange: (value: unknown) => void
  /** Error of the field; those inside a table are in `errorsInside`, by `<row>.<column>`. */
  error: string | undefined
  errorsInside?: Readonly<Record<string, string>>
  values: Values
  onChangeOther?: (key: string, value: unknown) => void
}

type Described = Pick<Exclude<ValueField, HiddenField>, 'label' | 'hint' | 'subtext' | 'required' | 'disabled'>

/** The attributes of a field that all controls show. A disabled control shows the reason. */
export function facts(field: Described): {
  label: string
  hint: string | undefined
  subtext: string | undefined
  required: boolean
  disabled: boolean
} {
  const hint = field.disabled ?? field.hint
  return {
    label: textOf(field.label),
    hint: hint === undefined ? undefined : textOf(hint),
    subtext: field.subtext === undefined ? undefined : textOf(field.subtext),
    required: field.required === true,
    disabled: field.disabled !== undefined,
  }
}
