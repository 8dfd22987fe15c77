import type { Company } from '@longreach/contract/companies/schemas'
import type { ItemField } from '@longreach/contract/forms/fields'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { type ControlProps, facts } from '../../forms/controls/control.ts'
import { Select } from '../../ui/select.tsx'
import { loadCompanies } from './queries.ts'

interface Limits {
  /** Always in the list, whatever the search matches. */
  chosen?: Pick<Company, 'id' | 'name'> | null
}

/**
 * Picks a company that may have subsidiaries, but not the one to be moved, or the first level for users who may create
 * companies there.
 */
export function parentControl({ chosen = null }: Limits = {}) {
  return function ParentControl({ field, value, values, onChange, error }: ControlProps<ItemField>) {
    const { t } = useTranslation('companies')
    const platform = useCan('super_admin')
    const [typed, setTyped] = useState('')
    const { data } = useQuery({
      queryKey: ['companies', 'parents', typed],
      queryFn: ({ signal }) =>
        loadCompanies(
          { limit: 100, sort: 'name', level: '1,2', fields: 'id,name', ...(typed === '' ? {} : { q: typed }) },
          signal,
        ),
      staleTime: 10_000,
      placeholderData: keepPreviousData,
    })
    const found = (data?.data ?? []).filter(({ id }) => id !== values.source)
    const missing = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : []
    const options = [
      ...(platform ? [{ value: '0', label: t('form.platform') }] : []),
      ...[...missing, ...found].map(({ id, name }) => ({ value: String(id), label: name })),
    ]
    return (
      <Select
        {...facts(field)}
        searchable
        value={typeof value === 'number' ? String(value) : null}
        options={options}
        emptyText={t('form.noParent')}
        error={error}
        onChange={(id) => onChange(Number(id))}
        onSearch={setTyped}
      />
    )
  }
}
