import { getCompany, listCompanies } from '@longreach/contract/companies/endpoints'
import type { Company, Health } from '@longreach/contract/companies/schemas'
import { deviceStatistics } from '@longreach/contract/devices/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'

export async function loadCompanies(query: Record<string, unknown>, signal: AbortSignal): Promise<Answer<Company[]>> {
  const answer = await call(listCompanies, { query: query as never }, signal)
  return { ...answer, data: answer.data as Company[] }
}

export function companyQuery(id: number) {
  return queryOptions({
    queryKey: ['companies', 'one', id],
    queryFn: async ({ signal }) => (await call(getCompany, { params: { id } }, signal)).data,
    refetchInterval: 60_000,
  })
}

/** The first company by name, for users who belong to none. */
export const firstCompanyQuery = queryOptions({
  queryKey: ['companies', 'first'],
  queryFn: async ({ signal }) => (await loadCompanies({ limit: 1, sort: 'name', fields: 'id,name' }, signal)).data,
  staleTime: 10_000,
})

/** How many companies the user sees, and the name of the first. */
export const seenCompaniesQuery = queryOptions({
  queryKey: ['companies', 'seen'],
  queryFn: async ({ signal }) => {
    const { data, meta } = await loadCompanies({ limit: 1, sort: 'name', fields: 'id,name' }, signal)
    return { total: meta.total ?? 0, name: data[0]?.name }
  },
  staleTime: 60_000,
})

/** Health of all devices the user sees. */
export const wholeHealthQuery = queryOptions({
  queryKey: ['companies', 'health'],
  queryFn: async ({ signal }): Promise<Health> => {
    const { data } = await call(deviceStatistics, { query: { charts: 'status' } }, signal)
    const counts = data.status ?? {}
    const devices = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { devices, online: counts.online ?? 0, offline: counts.offline ?? 0 }
  },
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
