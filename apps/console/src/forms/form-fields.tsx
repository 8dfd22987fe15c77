import type { FieldErrors } from '@longreach/contract/forms/check'
import { type Field, type Form, type Group, isNote } from '@longreach/contract/forms/fields'
import { type ComponentType, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../i18n/i18n.ts'
import { translated } from '../i18n/translated.ts'
import fieldClasses from '../ui/field.module.css'
import type { ControlProps } from './controls/control.ts'
import { Control } from './controls/controls.tsx'
import classes from './form-fields.module.css'
import type { FormState } from './use-form-submit.ts'

/** Custom controls of a form, by field. */
export type Controls = Readonly<Record<string, ComponentType<ControlProps<never>>>>

interface Props {
  state: Pick<FormState, 'form' | 'values' | 'shown' | 'errors' | 'progress' | 'change'>
  controls?: Controls | undefined
}

/** The visible fields of a form, in their groups. */
export function FormFields({ state, controls = {} }: Props) {
  const { t } = useTranslation('forms')
  const { form, values, shown, errors, progress, change } = state
  const draw = (field: Field) => {
    const FieldControl = (controls[field.key] ?? Control) as ComponentType<ControlProps>
    return (
      <FieldControl
        key={field.key}
        field={field}
        value={values[field.key]}
        values={values}
        error={errors.byField[field.key]}
        errorsInside={errorsInside(errors.byField, field.key)}
        onChange={(value) => change(field.key, value)}
        onChangeOther={change}
      />
    )
  }
  return (
    <>
      {blocksOf(form, shown).map(({ name, group, fields }) =>
        group ? (
          <GroupBox key={name} group={group} error={errors.byField[name]}>
            {fields.map((field) => (
              <div key={field.key} className={widthOf(field)}>
                {draw(field)}
              </div>
            ))}
          </GroupBox>
        ) : (
          fields.map(draw)
        ),
      )}
      {progress === null ? null : <progress value={progress} aria-label={t('file.sending')} />}
    </>
  )
}

interface GroupProps {
  group: Group
  error: string | undefined
  children: ReactNode
}

function GroupBox({ group, error, children }: GroupProps) {
  const id = useId()
  const message = error ? (
    <p id={id} className={fieldClasses.error} role="alert">
      {translated(error)}
    </p>
  ) : null
  if (group.label === undefined)
    return (
      <div>
        <div className={classes.columns}>{children}</div>
        {message}
      </div>
    )
  return (
    <fieldset className={classes.group} aria-describedby={error ? id : undefined}>
      <legend>{textOf(group.label)}</legend>
      {group.hint === undefined ? null : <p className={classes.hint}>{textOf(group.hint)}</p>}
      <div className={classes.columns}>{children}</div>
      {message}
    </fieldset>
  )
}

interface Block {
  /** Key of the group, or of a field without one. */
  name: string
  group: Group | undefined
  fields: Field[]
}

/** Neighbouring fields of one group are drawn together. */
function blocksOf({ groups }: Pick<Form, 'groups'>, shown: readonly Field[]): Block[] {
  const blocks: Block[] = []
  for (const field of shown) {
    const last = blocks.at(-1)
    if (field.group !== undefined && last?.name === field.group) last.fields.push(field)
    else
      blocks.push({
        name: field.group ?? field.key,
        group: field.group === undefined ? undefined : groups?.[field.group],
        fields: [field],
      })
  }
  return blocks
}

function widthOf(field: Field): string | undefined {
  if (isNote(field) || field.type === 'checkbox') return classes.wide
  return 'width' in field && field.width === 'small' ? classes.small : classes.half
}

/** Errors of a table's cells, by `<row>.<column>`. */
const errorsInside = (errors: FieldErrors, key: string): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([place, message]) =>
      place.startsWith(`${key}.`) ? [[place.slice(key.length + 1), message]] : [],
    ),
  )
