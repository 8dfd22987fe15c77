import type { NumberField } from '@longreach/contract/forms/fields'
import { textOf } from '../../i18n/i18n.ts'
import fieldClasses from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { pasteTrimmed } from '../paste.ts'
import { type ControlProps, facts } from './control.ts'
import classes from './controls.module.css'

/** A number, kept as it was typed so that half of one is not lost. */
export function NumberControl({ field, value, onChange, error }: ControlProps<NumberField>) {
  const { min, step = 1 } = field
  const whole = Number.isInteger(step)
  return (
    <Field {...facts(field)} error={error}>
      {(wiring) => (
        <div className={classes.line}>
          <input
            {...wiring}
            name={field.key}
            type="text"
            inputMode={whole && (min ?? -1) >= 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            disabled={field.disabled}
            placeholder={field.placeholder === undefined ? undefined : textOf(field.placeholder)}
            value={value === null || value === undefined ? '' : String(value)}
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
