import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FilterField, idField } from '../../../tables/filters/field.ts'
import { only } from '../../../tables/selected-rows.ts'
import { chosenUsersQuery, loadUsers } from '../queries.ts'

function useOptions(typed: string) {
  const { data } = useQuery({
    queryKey: ['users', 'choices', typed],
    queryFn: async ({ signal }) => {
      const query = { limit: 100, sort: 'username', ...(typed === '' ? {} : { q: typed }) }
      return (await loadUsers(query, signal)).data
    },
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  return data?.map(({ id, username }) => ({ value: String(id), label: username }))
}

function useNames(id: string) {
  const { data } = useQuery(chosenUsersQuery(only(Number(id))))
  return (one: string) => data?.users.find((user) => String(user.id) === one)?.username ?? `#${one}`
}

export const userField = (label: string): FilterField<'user_id'> => idField('user_id', label, { useOptions, useNames })
