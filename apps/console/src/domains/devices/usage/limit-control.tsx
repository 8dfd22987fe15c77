import './texts.ts'
import type { NumberField } from '@longreach/contract/forms/fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ControlProps, facts } from '../../../forms/controls/control.ts'
import fieldClasses from '../../../ui/field.module.css'
import { Field } from '../../../ui/field.tsx'
import classes from './limit-control.module.css'
import { bytesOf, limitUnits, splitBytes } from './limit-units.ts'

/** A number of bytes, entered as a number and a unit. */
export function LimitControl({ field, value, onChange, error }: ControlProps<NumberField>) {
  const { t } = useTranslation('usage')
  const [typed, setTyped] = useState(() => splitBytes(typeof value === 'number' ? value : null))
  const update = (next: typeof typed) => {
    setTyped(next)
    onChange(bytesOf(next))
  }
  return (
    <Field {...facts(field)} error={error}>
      {(wiring) => (
        <div className={classes.limit}>
          <input
            {...wiring}
            name={field.key}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            className={fieldClasses.input}
            value={typed.text}
            onChange={({ target }) => update({ ...typed, text: target.value })}
          />
          <select
            aria-label={t('edit.unit')}
            className={fieldClasses.input}
            value={typed.unit}
            onChange={({ target }) => update({ ...typed, unit: target.value as typeof typed.unit })}
          >
            {limitUnits.map((unit) => (
              <option key={unit}>{unit}</option>
            ))}
          </select>
        </div>
      )}
    </Field>
  )
}
