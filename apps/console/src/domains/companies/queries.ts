import { listCompanies } from '@longreach/contract/companies/endpoints'
import type { Company } from '@longreach/contract/companies/schemas'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'

export type CompanyChoice = Pick<Company, 'id' | 'name' | 'level' | 'parent_id' | 'devices_count'>

/** Companies to pick from: the first hundred by name, as every picker asks (spec §7). */
export const companiesQuery = queryOptions({
  queryKey: ['companies', 'choices'],
  queryFn: async ({ signal }) => {
    const query = { limit: 100, sort: 'name', fields: 'id,name,level,parent_id,devices_count' } as const
    return (await call(listCompanies, { query }, signal)).data as CompanyChoice[]
  },
  staleTime: 300_000,
})

export async function loadCompanies(query: Record<string, unknown>, signal: AbortSignal): Promise<Answer<Company[]>> {
  const answer = await call(listCompanies, { query: query as never }, signal)
  return { ...answer, data: answer.data as Company[] }
}
