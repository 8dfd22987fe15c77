import { useQuery } from '@tanstack/react-query'
import { useCan, useUser } from '../../../api/session.ts'
import { type FilterField, idField } from '../../../tables/filters/field.ts'
import { companyChoicesQuery, namedCompaniesQuery } from '../queries.ts'

function useOptions(typed: string) {
  const { company } = useUser()
  const enabled = useCan('view_companies')
  const { data } = useQuery({ ...companyChoicesQuery(typed), enabled })
  if (!enabled) return company.id > 0 ? [{ value: String(company.id), label: company.name, count: null }] : []
  return data?.map(({ id, name, devices_count }) => ({ value: String(id), label: name, count: devices_count }))
}

const useUncounted = (typed: string) => useOptions(typed)?.map(({ value, label }) => ({ value, label }))

function useNames(value: string) {
  const { company } = useUser()
  const enabled = useCan('view_companies')
  const { data } = useQuery({ ...namedCompaniesQuery(value), enabled })
  return (id: string) =>
    data?.find((one) => String(one.id) === id)?.name ?? (String(company.id) === id ? company.name : `#${id}`)
}

/** Filter of a list by company; `counted` shows the number of devices of each. */
export const companyField = (label: string, counted = false): FilterField<'company_id'> =>
  idField('company_id', label, { useOptions: counted ? useOptions : useUncounted, useNames })
