import '../texts.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListState, withFilter } from '../list-state.ts'
import type { FilterField } from './field.ts'
import classes from './filter-builder.module.css'
import { FilterEditor } from './filter-editor.tsx'

interface Props {
  fields: readonly FilterField[]
  state: ListState
  onChange: (state: ListState) => void
  onClose: () => void
}

/** All filters of a list, then the values of the selected one. */
export function FilterBuilder({ fields, state, onChange, onClose }: Props) {
  const { t } = useTranslation('ui')
  const [name, setName] = useState<string | null>(null)
  const offered = fields.filter((one) => !one.switch)
  const field = offered.find((one) => one.name === name)
  if (field) {
    return (
      <FilterEditor
        field={field}
        present={state.filters.find((one) => one.name === field.name) ?? null}
        onBack={() => setName(null)}
        onDone={(filter) => {
          onClose()
          onChange(withFilter(state, filter))
        }}
      />
    )
  }
  return (
    <ul className={classes.list} aria-label={t('filter.add')}>
      {offered.map(({ name: own, label }, index) => (
        <li key={own}>
          <button
            type="button"
            className={classes.item}
            data-autofocus={index === 0 || undefined}
            onClick={() => setName(own)}
          >
            <span>{label}</span>
            <IconChevronRight size={15} stroke={1.6} />
          </button>
        </li>
      ))}
    </ul>
  )
}
