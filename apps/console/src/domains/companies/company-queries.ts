import { getCompany, listCompanies } from '@longreach/contract/companies/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export function companyQuery(id: number) {
  return queryOptions({
    queryKey: ['companies', 'one', id],
    queryFn: async ({ signal }) => (await call(getCompany, { params: { id } }, signal)).data,
    refetchInterval: 60_000,
  })
}

/** Number of companies that the user sees, and the name of the first. */
export const seenCompaniesQuery = queryOptions({
  queryKey: ['companies', 'seen'],
  queryFn: async ({ signal }) => {
    const { data, meta } = await call(listCompanies, { query: { limit: 1, sort: 'name', fields: 'id,name' } }, signal)
    return { total: meta.total ?? 0, name: data[0]?.name }
  },
  staleTime: 60_000,
})
