import '../texts.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import type { FilterField } from './field.ts'
import classes from './filter-builder.module.css'
import { rangeOf } from './rules.ts'

interface Props {
  field: FilterField
  value: string | null
  onDone: (value: string) => void
}

/** Two ends, one of which may be open; ranges of days may have names. */
export function RangeValues({ field, value, onDone }: Props) {
  const { t } = useTranslation('ui')
  const kind = field.kind === 'number' ? 'number' : 'dates'
  const [range, setRange] = useState(rangeOf(kind, value ?? '') ?? { from: '', to: '' })
  const text = `${range.from}..${range.to}`
  const ready = rangeOf(kind, text) !== null
  const wrong = !ready && range.from !== '' && range.to !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) onDone(text)
  }
  const end = (name: 'from' | 'to') => (
    <label className={classes.end}>
      <span>{t(`filter.${name}`)}</span>
      <input
        className={classes.search}
        type={kind === 'number' ? 'number' : 'date'}
        min={kind === 'number' ? 0 : undefined}
        value={range[name]}
        aria-invalid={wrong || undefined}
        data-autofocus={(name === 'from' && !field.options) || undefined}
        onChange={(event) => setRange({ ...range, [name]: event.target.value })}
      />
    </label>
  )
  return (
    <>
      {field.options ? (
        <ul className={classes.list} aria-label={field.label}>
          {field.options.map((option) => (
            <li key={option.value}>
              <button
                type="button"
                className={classes.item}
                aria-current={option.value === value || undefined}
                onClick={() => onDone(option.value)}
              >
                <span>{option.label}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <form onSubmit={submit}>
        <div className={classes.ends}>
          {end('from')}
          {end('to')}
        </div>
        {wrong ? (
          <p className={classes.wrong} role="alert">
            {t('filter.wrongRange')}
          </p>
        ) : null}
        <div className={classes.foot}>
          <Button size="small" look="primary" type="submit" disabled={!ready}>
            {t('filter.apply')}
          </Button>
        </div>
      </form>
    </>
  )
}
