import { getRole, getRolePermissions, listPermissions, listRoles } from '@longreach/contract/roles/endpoints'
import type { Role } from '@longreach/contract/roles/schemas'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'

export async function loadRoles(query: Record<string, unknown>, signal: AbortSignal): Promise<Answer<Role[]>> {
  const answer = await call(listRoles, { query: query as never }, signal)
  return { ...answer, data: answer.data as Role[] }
}

export const permissionsQuery = queryOptions({
  queryKey: ['roles', 'permissions'],
  queryFn: async ({ signal }) => (await call(listPermissions, {}, signal)).data,
  staleTime: Number.POSITIVE_INFINITY,
})

export function rolePermissionsQuery(id: number) {
  return queryOptions({
    queryKey: ['roles', 'granted', id],
    queryFn: async ({ signal }) => (await call(getRolePermissions, { params: { id } }, signal)).data,
  })
}

const choice = { limit: 100, sort: 'title', fields: 'id,title,company_id,company_name' } as const

/** Default roles, and the first hundred custom roles of a company. */
export function roleChoicesQuery(companyId: number | null) {
  return queryOptions({
    queryKey: ['roles', 'choices', companyId],
    queryFn: async ({ signal }) => {
      const own = companyId === null || companyId === 0 ? [] : [{ ...choice, company_id: companyId }]
      const parts = [{ ...choice, type: 'default' }, ...own]
      const answers = await Promise.all(parts.map((query) => loadRoles(query, signal)))
      return answers.flatMap(({ data }) => data)
    },
    staleTime: 10_000,
  })
}

/** The first hundred roles in reach, for filters. */
export const allRolesQuery = queryOptions({
  queryKey: ['roles', 'choices', 'all'],
  queryFn: async ({ signal }) => (await loadRoles(choice, signal)).data,
  staleTime: 10_000,
})

export function roleQuery(id: number) {
  return queryOptions({
    queryKey: ['roles', 'one', id],
    queryFn: async ({ signal }) => (await call(getRole, { params: { id } }, signal)).data,
  })
}
