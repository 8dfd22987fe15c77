import '../texts.ts'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/segmented.tsx'
import { type ListState, selectedValue, withFilter, withoutFilter } from '../list-state.ts'
import type { FilterField } from './field.ts'

interface Props {
  fields: readonly FilterField[]
  state: ListState
  onChange: (state: ListState) => void
}

const all = ''

/** Filters whose values, or the most used ones, are shown beside the search. */
export function QuickFilters({ fields, state, onChange }: Props) {
  const { t } = useTranslation('ui')
  return fields
    .filter(({ quick }) => quick)
    .map((field) => {
      const rest = field.initial ?? all
      const set = state.filters.find(({ name }) => name === field.name)
      const { quick } = field
      const options = (field.options ?? []).filter(({ value }) => quick === true || quick?.includes(value))
      return (
        <Segmented
          key={field.name}
          label={field.label}
          // A value set in the builder may have no button here.
          value={set ? selectedValue(state, field.name) : rest}
          options={field.initial === undefined ? [{ value: all, label: t('filter.all') }, ...options] : options}
          onChange={(value) =>
            onChange(
              value === rest
                ? withoutFilter(state, field.name)
                : withFilter(state, { name: field.name, value, not: false }),
            )
          }
        />
      )
    })
}
