import type { TableField } from '@longreach/contract/forms/fields'
import { emptyValue, holds, type Values } from '@longreach/contract/forms/visible'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import fieldClasses from '../../ui/field.module.css'
import { formatCount } from '../../ui/format.ts'
import { type ControlProps, facts } from './control.ts'
import classes from './controls.module.css'
import { Control } from './controls.tsx'
import { describedBy, FieldMessages } from './field-messages.tsx'

const usualRows = 100

export function TableInput({ field, value, onChange, error, errorsInside = {} }: ControlProps<TableField>) {
  const { t } = useTranslation('forms')
  const id = useId()
  const rows = (value as Values[] | undefined) ?? []
  const { label, hint, required } = facts(field)
  const most = field.maxItems ?? usualRows
  const full = rows.length >= most
  const shownIn = (row: Values) => field.columns.filter(({ depends }) => depends === undefined || holds(depends, row))
  const empty = () => Object.fromEntries(field.columns.map((column) => [column.key, emptyValue(column)]))
  return (
    <fieldset className={classes.group} aria-describedby={describedBy(id, hint, error)}>
      <legend className={fieldClasses.label}>
        {label}
        {required ? <span aria-hidden="true"> *</span> : null}
      </legend>
      <FieldMessages id={id} hint={hint} error={error} />
      <ol className={classes.table}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
          <li key={at} className={classes.row} aria-label={t('table.row', { row: at + 1 })}>
            <div className={classes.cells}>
              {shownIn(row).map((column) => (
                <Control
                  key={column.key}
                  field={column}
                  value={row[column.key]}
                  values={row}
                  error={errorsInside[`${at}.${column.key}`]}
                  onChange={(next) =>
                    onChange(rows.map((other, index) => (index === at ? { ...other, [column.key]: next } : other)))
                  }
                />
              ))}
            </div>
            <button
              type="button"
              className={classes.remove}
              aria-label={t('table.remove', { row: at + 1 })}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            >
              <IconX size={16} stroke={1.8} />
            </button>
          </li>
        ))}
      </ol>
      <div className={classes.line}>
        <Button
          size="small"
          icon={<IconPlus size={15} stroke={1.8} />}
          disabled={full}
          aria-describedby={full ? `${id}-full` : undefined}
          onClick={() => onChange([...rows, empty()])}
        >
          {t('table.add')}
        </Button>
        {full ? (
          <span id={`${id}-full`} className={classes.addon}>
            {t('table.full', { count: most, formatted: formatCount(most) })}
          </span>
        ) : null}
      </div>
    </fieldset>
  )
}
