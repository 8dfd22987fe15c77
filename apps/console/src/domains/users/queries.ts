import { listUsers } from '@longreach/contract/users/endpoints'
import type { User } from '@longreach/contract/users/schemas'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { keyOf, type SelectedRows } from '../../tables/selected-rows.ts'

export async function loadUsers(query: Record<string, unknown>, signal: AbortSignal): Promise<Answer<User[]>> {
  const answer = await call(listUsers, { query: query as never }, signal)
  return { ...answer, data: answer.data as User[] }
}

const named = 100

/** The first hundred of the selected users, enough to show their names and companies; and their current number. */
export const chosenUsersQuery = (selected: SelectedRows) =>
  queryOptions({
    queryKey: ['users', 'chosen', keyOf(selected)],
    queryFn: async ({ signal }) => {
      const which = 'filter' in selected ? selected.filter : { id: selected.ids.slice(0, named).join(',') }
      const { data, meta } = await loadUsers({ ...which, limit: named, sort: 'username' }, signal)
      return { users: data, total: 'filter' in selected ? (meta.total ?? data.length) : selected.count }
    },
  })
