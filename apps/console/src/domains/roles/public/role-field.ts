import { useQuery } from '@tanstack/react-query'
import { type FilterField, idField } from '../../../tables/filters/field.ts'
import { allRolesQuery } from '../queries.ts'

function useRoles() {
  const { data } = useQuery(allRolesQuery)
  return data?.map(({ id, title, company_name }) => ({
    value: String(id),
    label: company_name ? `${title} · ${company_name}` : title,
  }))
}

const useOptions = (_typed: string) => useRoles()

function useNames(_ids: string) {
  const roles = useRoles()
  return (id: string) => roles?.find(({ value }) => value === id)?.label ?? `#${id}`
}

/** Filter for one or several roles. */
export const roleField = (label: string): FilterField<'role_id'> =>
  idField('role_id', label, { many: true, useOptions, useNames })
