import { listCompanies } from '@longreach/contract/companies/endpoints'
import type { Company } from '@longreach/contract/companies/schemas'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'

export async function loadCompanies(query: Record<string, unknown>, signal: AbortSignal): Promise<Answer<Company[]>> {
  const answer = await call(listCompanies, { query: query as never }, signal)
  return { ...answer, data: answer.data as Company[] }
}

/** The first company by name, for users who belong to no company. */
export const firstCompanyQuery = queryOptions({
  queryKey: ['companies', 'first'],
  queryFn: async ({ signal }) => (await loadCompanies({ limit: 1, sort: 'name', fields: 'id,name' }, signal)).data,
  staleTime: 10_000,
})

/** Companies to select from: the first hundred matches by name (spec §7). */
export const companyChoicesQuery = (typed: string) =>
  queryOptions({
    queryKey: ['companies', 'options', typed],
    queryFn: async ({ signal }) => {
      const query = { limit: 100, sort: 'name', fields: 'id,name,devices_count', ...(typed === '' ? {} : { q: typed }) }
      return (await loadCompanies(query, signal)).data
    },
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })

/** Names of companies whose ids are in a URL or in a list. */
export const namedCompaniesQuery = (ids: string) =>
  queryOptions({
    queryKey: ['companies', 'named', ids],
    queryFn: async ({ signal }) => (await loadCompanies({ limit: 100, id: ids, fields: 'id,name' }, signal)).data,
    staleTime: 60_000,
  })
