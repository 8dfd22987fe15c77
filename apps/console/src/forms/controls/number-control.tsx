import type { NumberField } from '@longreach/contract/forms/fields'
import { textOf } from '../../i18n/i18n.ts'
import fieldClasses from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { pasteTrimmed } from '../paste.ts'
import { type ControlProps, facts } from './control.ts'
import classes from './controls.module.css'

/** A number, stored as the typed text. */
export function NumberControl({ field, value, onChange, error }: ControlProps<NumberField>) {
  const { min, step = 1, choices } = field
  const whole = Number.isInteger(step)
  const text = value === null || value === undefined ? '' : String(value)
  const common = facts(field)
  if (choices)
    return (
      <Select
        {...common}
        value={text === '' ? null : text}
        options={choices.map((choice) => ({ value: String(choice.value), label: textOf(choice.label) }))}
        error={error}
        onChange={(selected) => onChange(Number(selected))}
      />
    )
  return (
    <Field {...common} error={error}>
      {(wiring) => (
        <div className={classes.line}>
          <input
            {...wiring}
            name={field.key}
            type="text"
            inputMode={whole && (min ?? -1) >= 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            disabled={common.disabled}
            placeholder={field.placeholder === undefined ? undefined : textOf(field.placeholder)}
            value={text}
            className={fieldClasses.input}
            onChange={({ target }) => onChange(target.value)}
            onPaste={(event) => pasteTrimmed(event)}
          />
          {field.addon === undefined ? null : <span className={classes.addon}>{textOf(field.addon)}</span>}
        </div>
      )}
    </Field>
  )
}
