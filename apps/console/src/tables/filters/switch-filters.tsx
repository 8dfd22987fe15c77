import { Switch } from '../../ui/switch.tsx'
import { type ListState, withFilter, withoutFilter } from '../list-state.ts'
import type { FilterField } from './field.ts'

interface Props {
  fields: readonly FilterField[]
  state: ListState
  onChange: (state: ListState) => void
}

export function SwitchFilters({ fields, state, onChange }: Props) {
  return fields
    .filter((field) => field.switch)
    .map(({ name, label, values: [value = ''] = [] }) => (
      <Switch
        key={name}
        label={label}
        checked={state.filters.some((filter) => filter.name === name)}
        onChange={(on) => onChange(on ? withFilter(state, { name, value, not: false }) : withoutFilter(state, name))}
      />
    ))
}
