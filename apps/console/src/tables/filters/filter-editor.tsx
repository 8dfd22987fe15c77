import '../texts.ts'
import { IconChevronLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { Filter } from '../list-state.ts'
import { DurationValue } from './duration-value.tsx'
import type { FilterField } from './field.ts'
import classes from './filter-builder.module.css'
import { OptionValues } from './option-values.tsx'
import { RangeValues } from './range-values.tsx'
import { emptyValues } from './rules.ts'
import { TextValue } from './text-value.tsx'

interface Props {
  field: FilterField
  /** The active filter to edit, if any. */
  present: Filter | null
  /** Returns to the other filters; null if there are none. */
  onBack: (() => void) | null
  onDone: (filter: Filter) => void
}

/** Edits the value of one filter, and whether it is negated. */
export function FilterEditor({ field, present, onBack, onDone }: Props) {
  const { t } = useTranslation('ui')
  const [not, setNot] = useState(present?.not ?? false)
  const done = (value: string) => onDone({ name: field.name, value, not })
  const [isEmpty, notEmpty] = field.emptyLabels ?? [t('filter.isEmpty'), t('filter.notEmpty')]
  const values = { field, value: present?.value ?? null, onDone: done }
  return (
    <>
      <div className={classes.head}>
        {onBack ? (
          <IconButton size="small" tip={false} label={t('filter.back')} onClick={onBack}>
            <IconChevronLeft size={17} stroke={1.6} />
          </IconButton>
        ) : null}
        <strong>{field.label}</strong>
        {field.not ? (
          <Segmented
            label={t('filter.operator')}
            value={not ? 'not' : 'is'}
            options={[
              { value: 'is', label: t('filter.is') },
              { value: 'not', label: t('filter.isNot') },
            ]}
            onChange={(value) => setNot(value === 'not')}
          />
        ) : null}
      </div>
      {field.kind === 'text' ? <TextValue {...values} /> : null}
      {field.kind === 'number' || field.kind === 'dates' ? <RangeValues {...values} /> : null}
      {field.kind === 'duration' ? <DurationValue {...values} /> : null}
      {field.kind === 'list' || field.kind === 'flag' ? <OptionValues {...values} /> : null}
      {field.empty ? (
        <ul className={`${classes.list} ${classes.more}`} aria-label={t('filter.emptiness')}>
          {emptyValues.map((value) => (
            <li key={value}>
              <button
                type="button"
                className={classes.item}
                onClick={() => onDone({ name: field.name, value, not: false })}
              >
                <span>{value === 'is_null' ? isEmpty : notEmpty}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
