import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { companiesQuery } from '../companies/queries.ts'
import classes from './filter-chips.module.css'
import { filterLabel, valueLabel } from './filter-labels.ts'
import { type Filter, type ListState, withoutFilter } from './list-state.ts'

/** The filters in force; nothing at all when there are none. */
export function FilterChips({ state, onChange }: { state: ListState; onChange: (state: ListState) => void }) {
  const { t } = useTranslation('devices')
  if (state.filters.length === 0) return null
  return (
    <div className={classes.chips}>
      {state.filters.map((filter) => (
        <Chip
          key={`${filter.name}${filter.not}`}
          filter={filter}
          onRemove={() => onChange(withoutFilter(state, filter.name))}
        />
      ))}
      {state.filters.length > 1 ? (
        <button type="button" className={classes.clear} onClick={() => onChange({ ...state, filters: [] })}>
          {t('clearFilters')}
        </button>
      ) : null}
    </div>
  )
}

function Chip({ filter, onRemove }: { filter: Filter; onRemove: () => void }) {
  const { t } = useTranslation('devices')
  const { data: companies } = useQuery({ ...companiesQuery, enabled: filter.name === 'company_id' })
  const label = filterLabel(filter.name)
  const value =
    filter.name === 'company_id'
      ? (companies?.find((company) => String(company.id) === filter.value)?.name ?? `#${filter.value}`)
      : valueLabel(filter.name, filter.value)
  return (
    <span className={classes.chip}>
      <span className={classes.text} title={value}>
        {label} {t(filter.not ? 'isNot' : 'is')} <strong>{value}</strong>
      </span>
      <button type="button" aria-label={t('removeFilter', { label })} onClick={onRemove}>
        <IconX size={13} stroke={2} />
      </button>
    </span>
  )
}
