import '../texts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatCount } from '../../ui/format.ts'
import { useSettled } from '../../ui/use-settled.ts'
import type { FilterField, FilterOption } from './field.ts'
import classes from './filter-builder.module.css'

interface Props {
  field: FilterField
  value: string | null
  onDone: (value: string) => void
}

/** With more options than this, a search is shown. */
const few = 8
const noChoices = () => undefined

/** Selects one or several values of a list. */
export function OptionValues({ field, value, onDone }: Props) {
  const { t } = useTranslation('ui')
  const [text, setText] = useState('')
  const [selected, setSelected] = useState<readonly string[]>(field.many && value ? value.split(',') : [])
  const typed = useSettled(text.trim())
  const useOptions = field.useOptions ?? noChoices
  const loaded = useOptions(typed)
  const flags = [
    { value: 'true', label: t('filter.yes') },
    { value: 'false', label: t('filter.no') },
  ]
  const options: readonly FilterOption[] | undefined = field.kind === 'flag' ? flags : (field.options ?? loaded)
  const search = text.trim().toLowerCase()
  const shown = options?.filter(({ label }) => label.toLowerCase().includes(search)) ?? []
  const toggle = (one: string) =>
    setSelected(selected.includes(one) ? selected.filter((other) => other !== one) : [...selected, one])
  return (
    <>
      {(options?.length ?? 0) > few || text !== '' ? (
        <input
          className={classes.search}
          value={text}
          maxLength={100}
          placeholder={t('filter.find')}
          aria-label={t('filter.find')}
          data-autofocus
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      <ul className={classes.list} aria-label={field.label}>
        {shown.map((option) => (
          <li key={option.value} className={field.many ? classes.check : undefined}>
            {field.many ? (
              <Checkbox
                showLabel
                label={option.label}
                checked={selected.includes(option.value)}
                onChange={() => toggle(option.value)}
              />
            ) : (
              <button
                type="button"
                className={classes.item}
                aria-current={option.value === value || undefined}
                onClick={() => onDone(option.value)}
              >
                <span title={option.label}>{option.label}</span>
              </button>
            )}
            {option.count == null ? null : <small>{formatCount(option.count)}</small>}
          </li>
        ))}
        {options && shown.length === 0 ? <li className={classes.none}>{t('filter.none')}</li> : null}
      </ul>
      {field.many ? (
        <div className={classes.foot}>
          <Button size="small" look="primary" disabled={selected.length === 0} onClick={() => onDone(selected.join())}>
            {t('filter.apply')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
