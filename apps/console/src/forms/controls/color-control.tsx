import type { ColorField } from '@longreach/contract/forms/fields'
import { useTranslation } from 'react-i18next'
import fieldClasses from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { type ControlProps, facts } from './control.ts'
import classes from './controls.module.css'

const whole = /^#[0-9a-f]{6}$/i

/** `4287F5`, `#4287f5` and `#48f` are colours; any other text stays as typed. */
export function readColor(text: string): string {
  const typed = text.trim().toLowerCase()
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(typed)?.[1]
  if (!digits) return typed
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}

/** A colour, typed as a code or picked by eye. */
export function ColorControl({ field, value, onChange, error }: ControlProps<ColorField>) {
  const { t } = useTranslation('forms')
  const text = typeof value === 'string' ? value : ''
  const shown = readColor(text)
  const { label, disabled, ...rest } = facts(field)
  return (
    <Field label={label} {...rest} error={error}>
      {(wiring) => (
        <div className={classes.line}>
          <input
            type="color"
            className={classes.swatch}
            aria-label={label}
            disabled={disabled}
            value={whole.test(shown) ? shown : '#000000'}
            onChange={({ target }) => onChange(target.value)}
          />
          <input
            {...wiring}
            name={field.key}
            title={t('color.hex')}
            className={`${fieldClasses.input} ${fieldClasses.mono}`}
            maxLength={7}
            spellCheck={false}
            placeholder="#4287f5"
            disabled={disabled}
            value={text}
            onChange={({ target }) => onChange(target.value)}
            onBlur={({ target }) => onChange(readColor(target.value))}
          />
        </div>
      )}
    </Field>
  )
}
