import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan, useUser } from '../../../api/session.ts'
import { companyChoicesQuery, namedCompaniesQuery } from '../queries.ts'

const option = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })

/**
 * Companies to select from: the first hundred matches by name, and the selected ones (`1,2`). Users who may not see
 * others only get their own.
 */
export function useCompanyOptions(chosen: string | null) {
  const { company } = useUser()
  const enabled = useCan('view_companies')
  const [typed, onSearch] = useState('')
  const { data } = useQuery({ ...companyChoicesQuery(typed), enabled })
  const found = enabled ? (data ?? []).map(option) : company.id > 0 ? [option(company)] : []
  const missing = (chosen ?? '').split(',').filter((id) => Number(id) > 0 && !found.some(({ value }) => value === id))
  const named = useQuery({
    ...namedCompaniesQuery(missing.join()),
    enabled: enabled && data !== undefined && missing.length > 0,
  })
  return { options: [...(missing.length > 0 ? (named.data ?? []).map(option) : []), ...found], onSearch }
}
