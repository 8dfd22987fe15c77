import type { ColorField as Declared } from '@longreach/contract/forms/fields'
import { type TagColor, tagColors } from '@longreach/contract/tags/constants'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { readColor } from '../../forms/controls/color-control.tsx'
import { type ControlProps, facts } from '../../forms/controls/control.ts'
import { TextField } from '../../ui/field.tsx'
import classes from './color-field.module.css'
import { TagChip } from './public/tag-chip.tsx'

const whole = /^#[0-9a-f]{6}$/
const named = Object.entries(tagColors) as [TagColor, string][]

/** Selects a named or a hexadecimal colour, with a preview of the tag. */
export function ColorField({ field, values, value: given, onChange, error }: ControlProps<Declared>) {
  const { t } = useTranslation('tags')
  const value = String(given ?? '')
  const name = String(values.name ?? '').trim() || t('form.sample')
  const group = useId()
  return (
    <fieldset className={classes.field}>
      <legend>{facts(field).label}</legend>
      <div className={classes.swatches}>
        {named.map(([word, color]) => (
          <label key={word} title={t(`colors.${word}`)}>
            <input
              type="radio"
              className="visually-hidden"
              name={group}
              checked={value === color}
              onChange={() => onChange(color)}
            />
            <span className={classes.swatch} style={{ background: color }} />
            <span className="visually-hidden">{t(`colors.${word}`)}</span>
          </label>
        ))}
      </div>
      <div className={classes.other}>
        <TextField
          mono
          label={t('form.hex')}
          placeholder="#4287f5"
          maxLength={7}
          spellCheck={false}
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
          onBlur={(event) => onChange(readColor(event.target.value))}
        />
        <span className={classes.sample}>
          <TagChip tag={{ name, color: whole.test(readColor(value)) ? readColor(value) : tagColors.slate }} />
        </span>
      </div>
    </fieldset>
  )
}
