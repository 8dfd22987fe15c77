import type { ItemField } from '@longreach/contract/forms/fields'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../../i18n/i18n.ts'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { Select } from '../../ui/select.tsx'
import { loadChoices } from '../sources.ts'
import { type ControlProps, facts } from './control.ts'

/** Selects one or several rows of the server, found by typing: the first hundred matches (spec §7). */
export function ItemSelect({ field, value, onChange, error }: ControlProps<ItemField>) {
  const { t } = useTranslation('forms')
  const [typed, setTyped] = useState('')
  const ids = [value].flat().filter((id): id is number => typeof id === 'number')
  const ask = (query: Record<string, unknown>) => ({
    queryKey: ['choices', field.ref, query],
    queryFn: ({ signal }: { signal: AbortSignal }) => loadChoices(field.ref, query, signal),
    staleTime: 10_000,
  })
  const found = useQuery({ ...ask(typed === '' ? {} : { q: typed }), placeholderData: keepPreviousData })
  const missing = ids.filter((id) => !found.data?.some((row) => row.id === id))
  const named = useQuery({ ...ask({ id: missing.join() }), enabled: found.data !== undefined && missing.length > 0 })
  const options = [...(missing.length > 0 ? (named.data ?? []) : []), ...(found.data ?? [])].map(({ id, name }) => ({
    value: String(id),
    label: name,
  }))
  const { label, hint, required, disabled } = facts(field)
  const shared = { label, hint, options, onSearch: setTyped, emptyText: t('pick.none'), error }
  const placeholder = field.placeholder === undefined ? {} : { placeholder: textOf(field.placeholder) }
  if (field.many) {
    return (
      <MultiSelect
        {...shared}
        {...placeholder}
        required={required}
        values={ids.map(String)}
        onChange={(texts) => onChange(texts.map(Number))}
      />
    )
  }
  return (
    <Select
      {...shared}
      {...placeholder}
      required={required}
      searchable
      disabled={disabled}
      value={ids.length > 0 ? String(ids[0]) : null}
      onChange={(text) => onChange(Number(text))}
    />
  )
}
