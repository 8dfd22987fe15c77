import { listUsers } from '@longreach/contract/users/endpoints'
import type { User } from '@longreach/contract/users/schemas'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'

export async function loadUsers(query: Record<string, unknown>, signal: AbortSignal): Promise<Answer<User[]>> {
  const answer = await call(listUsers, { query: query as never }, signal)
  return { ...answer, data: answer.data as User[] }
}

/** The first hundred of the chosen users: enough to name them and to know their companies. */
export const chosenUsersQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['users', 'chosen', ids],
    queryFn: async ({ signal }) => {
      const { data } = await loadUsers({ limit: 100, id: ids.slice(0, 100).join(','), sort: 'username' }, signal)
      return data
    },
  })
