import { useQuery } from '@tanstack/react-query'
import { useCan, useUser } from '../../../api/session.ts'
import { firstCompanyQuery } from '../queries.ts'
import { useCompanyOptions } from './use-company-options.ts'

/**
 * Companies for a new object; only the user's own if others cannot be seen. Until one is selected, `value` is the
 * user's own company, or the first by name.
 */
export function useCompanyChoice(chosen: string | null): {
  options: readonly { value: string; label: string }[]
  onSearch: (text: string) => void
  value: string | null
  none: boolean
} {
  const { company } = useUser()
  const asks = useCan('view_companies') && company.id === 0
  const { data } = useQuery({ ...firstCompanyQuery, enabled: asks && chosen === null })
  const first = company.id > 0 ? company.id : data?.[0]?.id
  const value = chosen ?? (first === undefined ? null : String(first))
  return { ...useCompanyOptions(value), value, none: data?.length === 0 }
}
