import type { CheckboxField, ChoiceField, ChoicesField, Option } from '@longreach/contract/forms/fields'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../../i18n/i18n.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import fieldClasses from '../../ui/field.module.css'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { type ControlProps, facts } from './control.ts'
import classes from './controls.module.css'
import { describedBy, FieldMessages } from './field-messages.tsx'

const shownOptions = (options: readonly Option[]) =>
  options.map(({ value, label }) => ({ value: String(value), label: textOf(label) }))
const optionValue = (options: readonly Option[], text: string) =>
  options.find(({ value }) => String(value) === text)?.value

export function CheckboxControl({ field, value, onChange, error }: ControlProps<CheckboxField>) {
  const id = useId()
  const { label, hint, disabled } = facts(field)
  return (
    <div className={classes.check}>
      <Checkbox
        showLabel
        label={label}
        name={field.key}
        checked={value === true}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        onChange={({ target }) => onChange(target.checked)}
      />
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  )
}

export function RadioControl({ field, value, onChange, error }: ControlProps<ChoiceField>) {
  const id = useId()
  const { label, hint, required, disabled } = facts(field)
  return (
    <fieldset className={classes.group} aria-describedby={describedBy(id, hint, error)}>
      <legend className={fieldClasses.label}>
        {label}
        {required ? <span aria-hidden="true"> *</span> : null}
      </legend>
      {field.options.map((option) => (
        <label key={String(option.value)} className={classes.radio}>
          <input
            type="radio"
            name={field.key}
            checked={option.value === value}
            disabled={disabled}
            aria-invalid={error ? true : undefined}
            onChange={() => onChange(option.value)}
          />
          {textOf(option.label)}
        </label>
      ))}
      <FieldMessages id={id} hint={hint} error={error} />
    </fieldset>
  )
}

/** Selects one of a few options, as buttons side by side. */
export function SegmentedControl({ field, value, onChange, error }: ControlProps<ChoiceField>) {
  const id = useId()
  const { label, hint } = facts(field)
  return (
    <div aria-describedby={describedBy(id, hint, error)}>
      <Segmented
        label={label}
        value={value === null || value === undefined ? null : String(value)}
        options={shownOptions(field.options)}
        onChange={(text) => onChange(optionValue(field.options, text) ?? null)}
      />
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  )
}

export function SelectControl({ field, value, onChange, error }: ControlProps<ChoiceField>) {
  const { t } = useTranslation('forms')
  const { hint, ...rest } = facts(field)
  return (
    <Select
      {...rest}
      hint={hint}
      value={value === null || value === undefined ? null : String(value)}
      options={shownOptions(field.options)}
      searchable={field.options.length > 8}
      emptyText={t('pick.none')}
      {...(field.placeholder === undefined ? {} : { placeholder: textOf(field.placeholder) })}
      error={error}
      onChange={(text) => onChange(optionValue(field.options, text) ?? null)}
    />
  )
}

export function ChoicesControl({ field, value, onChange, error }: ControlProps<ChoicesField>) {
  const { t } = useTranslation('forms')
  const [typed, setTyped] = useState('')
  const { label, hint, required } = facts(field)
  const search = typed.toLowerCase()
  return (
    <MultiSelect
      label={label}
      hint={hint}
      required={required}
      values={((value as unknown[] | undefined) ?? []).map(String)}
      options={shownOptions(field.options).filter((option) => option.label.toLowerCase().includes(search))}
      emptyText={t('pick.none')}
      error={error}
      onSearch={setTyped}
      onChange={(texts) => onChange(texts.map((text) => optionValue(field.options, text)))}
    />
  )
}
