import '../texts.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import type { FilterField } from './field.ts'
import classes from './filter-builder.module.css'
import { accepts } from './rules.ts'

interface Props {
  field: FilterField
  value: string | null
  onDone: (value: string) => void
}

const seconds = { m: 60, h: 3600, d: 86_400 } as const
type Unit = keyof typeof seconds
const units: readonly Unit[] = ['m', 'h', 'd']

const split = (value: string) => ({ count: value.slice(0, -1), unit: value.slice(-1) as Unit })

/** `36h` as '1 d 12 h'. */
export function formatLength(value: string): string {
  const { count, unit } = split(value)
  return formatDuration(Number(count) * seconds[unit])
}

/** Selects a duration: a usual one, or any in minutes, hours or days. */
export function DurationValue({ field, value, onDone }: Props) {
  const { t } = useTranslation('ui')
  const [length, setLength] = useState(value === null ? { count: '', unit: 'h' as Unit } : split(value))
  const text = `${length.count}${length.unit}`
  const ready = accepts(field, text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) onDone(text)
  }
  return (
    <>
      <ul className={classes.list} aria-label={field.label}>
        {field.values?.map((usual, index) => (
          <li key={usual}>
            <button
              type="button"
              className={classes.item}
              aria-current={usual === value || undefined}
              data-autofocus={index === 0 || undefined}
              onClick={() => onDone(usual)}
            >
              <span>{formatLength(usual)}</span>
            </button>
          </li>
        ))}
      </ul>
      <form className={classes.more} onSubmit={submit}>
        <div className={classes.length}>
          <input
            className={classes.search}
            type="number"
            min={1}
            max={9999}
            value={length.count}
            aria-label={t('filter.length')}
            onChange={(event) => setLength({ ...length, count: event.target.value })}
          />
          <Segmented
            label={t('filter.unit')}
            value={length.unit}
            options={units.map((unit) => ({ value: unit, label: t(`filter.units.${unit}`) }))}
            onChange={(unit) => setLength({ ...length, unit })}
          />
        </div>
        <div className={classes.foot}>
          <Button size="small" look="primary" type="submit" disabled={!ready}>
            {t('filter.apply')}
          </Button>
        </div>
      </form>
    </>
  )
}
