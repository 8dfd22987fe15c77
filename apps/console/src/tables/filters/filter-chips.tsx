import '../texts.ts'
import { IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover } from '../../ui/popover.tsx'
import { type Filter, type ListState, replaceFilter } from '../list-state.ts'
import { formatLength } from './duration-value.tsx'
import type { FilterField } from './field.ts'
import classes from './filter-chips.module.css'
import { FilterEditor } from './filter-editor.tsx'

interface Props {
  fields: readonly FilterField[]
  state: ListState
  onChange: (state: ListState) => void
}

/** The active filters; pressing one opens its values. */
export function FilterChips({ fields, state, onChange }: Props) {
  const { t } = useTranslation('ui')
  const shown = state.filters.filter((filter) => !fields.find(({ name }) => name === filter.name)?.switch)
  if (shown.length === 0) return null
  return (
    <div className={classes.chips}>
      {shown.map((filter) => {
        const field = fields.find(({ name }) => name === filter.name)
        if (!field) return null
        return (
          <Chip
            key={`${filter.name}${filter.not}`}
            field={field}
            filter={filter}
            onEdit={(next) => onChange(replaceFilter(state, filter, next))}
            onRemove={() => onChange(replaceFilter(state, filter, null))}
          />
        )
      })}
      {shown.length > 1 ? (
        <button type="button" className={classes.clear} onClick={() => onChange({ ...state, filters: [] })}>
          {t('filter.clear')}
        </button>
      ) : null}
    </div>
  )
}

interface ChipProps {
  field: FilterField
  filter: Filter
  onEdit: (filter: Filter) => void
  onRemove: () => void
}

function Chip({ field, filter, onEdit, onRemove }: ChipProps) {
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  const words = useWords(field, filter)
  const { label } = field
  return (
    <span className={classes.chip}>
      <Popover
        opened={open}
        onChange={setOpen}
        label={label}
        width={288}
        trigger={
          <button
            type="button"
            className={classes.text}
            title={words.value}
            aria-label={t('filter.edit', { label: `${label} ${words.operator} ${words.value}` })}
            onClick={() => setOpen(!open)}
          >
            {label} {words.operator} <strong>{words.value}</strong>
          </button>
        }
      >
        <Suspense fallback={null}>
          <FilterEditor
            field={field}
            present={filter}
            onBack={null}
            onDone={(next) => {
              setOpen(false)
              onEdit(next)
            }}
          />
        </Suspense>
      </Popover>
      <button type="button" className={classes.remove} aria-label={t('filter.remove', { label })} onClick={onRemove}>
        <IconX size={13} stroke={2} />
      </button>
    </span>
  )
}

/** A filter as part of a sentence: 'status Online', 'tag is not Depot'. */
export function FilterWords({ field, filter }: Pick<ChipProps, 'field' | 'filter'>) {
  const { t } = useTranslation('ui')
  const { operator, value } = useWords(field, filter)
  // Abbreviations stay capitals.
  const label = field.label.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())
  return [label, operator === t('filter.is') ? '' : operator, value].filter(Boolean).join(' ')
}

const ownName = () => (one: string) => one

function useWords(field: FilterField, { value, not }: Filter): { operator: string; value: string } {
  const { t } = useTranslation('ui')
  const useNames = field.useNames ?? ownName
  const nameOf = useNames(value)
  if (field.empty && (value === 'is_null' || value === 'not_null')) {
    const [isEmpty, notEmpty] = field.emptyLabels ?? [t('filter.isEmpty'), t('filter.notEmpty')]
    return { operator: '', value: value === 'is_null' ? isEmpty : notEmpty }
  }
  const operator = t(not ? 'filter.isNot' : 'filter.is')
  const option = field.options?.find((one) => one.value === value)
  if (option) return { operator, value: option.label }
  if (field.kind === 'duration') return { operator: not ? operator : '', value: formatLength(value) }
  if (field.kind === 'flag') return { operator, value: t(value === 'true' ? 'filter.yes' : 'filter.no') }
  if (field.kind === 'number' || field.kind === 'dates') {
    const [from, to] = value.split('..')
    return {
      operator: '',
      value: from === '' ? t('filter.upTo', { to }) : to === '' ? t('filter.since', { from }) : `${from} – ${to}`,
    }
  }
  const one = (part: string) => field.options?.find((option) => option.value === part)?.label ?? nameOf(part)
  return { operator, value: (field.many ? value.split(',') : [value]).map(one).join(', ') }
}
