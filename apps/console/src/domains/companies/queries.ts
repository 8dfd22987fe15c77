import { listCompanies } from '@longreach/contract/companies/endpoints'
import type { Company } from '@longreach/contract/companies/schemas'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

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
