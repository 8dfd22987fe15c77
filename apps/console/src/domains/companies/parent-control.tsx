import type { Company } from '@longreach/contract/companies/schemas'
import type { ItemField } from '@longreach/contract/forms/fields'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { type ControlProps, facts } from '../../forms/controls/control.ts'
import { Select } from '../../ui/select.tsx'
import { loadCompanies } from './queries.ts'

export type MovedCompany = Pick<Company, 'id' | 'name' | 'parent_id' | 'subsidiaries_count'>

interface Limits {
  /** The company to be moved, if it is known beforehand. */
  moved?: MovedCompany | null
  /** Always in the list, whatever the search matches. */
  chosen?: Pick<Company, 'id' | 'name'> | null
}

/** Whether a company is neither the moved one, nor its parent or a subsidiary of it. */
const mayHold = ({ id, parent_id }: Pick<Company, 'id' | 'parent_id'>, moved: MovedCompany) =>
  id !== moved.id && id !== moved.parent_id && parent_id !== moved.id

/** Picks a company that may have subsidiaries, or the first level for users who may create companies there. */
export function parentControl({ moved = null, chosen = null }: Limits = {}) {
  return function ParentControl({ field, value, values, onChange, error }: ControlProps<ItemField>) {
    const { t } = useTranslation('companies')
    const platform = useCan('super_admin')
    const [typed, setTyped] = useState('')
    // Subsidiaries would move below the last level.
    const level = moved && moved.subsidiaries_count > 0 ? '1' : '1,2'
    const { data } = useQuery({
      queryKey: ['companies', 'parents', level, typed],
      queryFn: ({ signal }) =>
        loadCompanies(
          { limit: 100, sort: 'name', level, fields: 'id,name,parent_id', ...(typed === '' ? {} : { q: typed }) },
          signal,
        ),
      staleTime: 10_000,
      placeholderData: keepPreviousData,
    })
    const found = (data?.data ?? []).filter((company) =>
      moved ? mayHold(company, moved) : company.id !== values.source,
    )
    const missing = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : []
    const options = [
      ...(platform && moved?.parent_id !== 0 ? [{ value: '0', label: t('form.platform') }] : []),
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
