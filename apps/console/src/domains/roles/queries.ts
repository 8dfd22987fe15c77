import { getRolePermissions, listPermissions, listRoles } from '@longreach/contract/roles/endpoints'
import type { Role } from '@longreach/contract/roles/schemas'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'

export async function loadRoles(query: Record<string, unknown>, signal: AbortSignal): Promise<Answer<Role[]>> {
  const answer = await call(listRoles, { query: query as never }, signal)
  return { ...answer, data: answer.data as Role[] }
}

/** Every permission there is. */
export const permissionsQuery = queryOptions({
  queryKey: ['roles', 'permissions'],
  queryFn: async ({ signal }) => (await call(listPermissions, {}, signal)).data,
  staleTime: Number.POSITIVE_INFINITY,
})

export function rolePermissionsQuery(id: number) {
  return queryOptions({
    queryKey: ['roles', 'held', id],
    queryFn: async ({ signal }) => (await call(getRolePermissions, { params: { id } }, signal)).data,
  })
}
