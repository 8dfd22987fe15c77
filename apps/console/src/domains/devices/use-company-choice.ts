import { useQuery } from '@tanstack/react-query'
import { useCan, useUser } from '../account/session.ts'
import { companiesQuery } from '../companies/queries.ts'

/** Companies a new device may be put into; only the user's own when others cannot be seen. */
export function useCompanyChoice(): {
  options: readonly { value: string; label: string }[]
  first: string | null
  none: boolean
} {
  const user = useUser()
  const seesOthers = useCan('view_companies')
  const { data } = useQuery({ ...companiesQuery, enabled: seesOthers })
  const own = user.company.id > 0 ? [{ value: String(user.company.id), label: user.company.name }] : []
  const options = data?.map((company) => ({ value: String(company.id), label: company.name })) ?? own
  const first = own[0]?.value ?? options[0]?.value ?? null
  return { options, first, none: data !== undefined && options.length === 0 }
}
