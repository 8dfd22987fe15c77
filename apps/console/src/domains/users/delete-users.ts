import { deleteUsers } from '@longreach/contract/users/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'
import { chosenUsersQuery } from './queries.ts'
import { showRefusals } from './refusals.tsx'

/** Asks, then deletes; lists the users that were not deleted with the reason. True if any user was deleted. */
export async function deleteUsersAfterAsking(selected: SelectedRows, client: QueryClient): Promise<boolean> {
  const known = { users: [], total: selected.count }
  const look = () => client.fetchQuery({ ...chosenUsersQuery(selected), staleTime: 0 }).catch(() => known)
  const { users, total: count } = await look()
  const all = 'filter' in selected
  const many = all || count > 1 || users.length !== 1
  const sure = await confirm({
    title: many
      ? i18next.t(all ? 'users:remove.titleAll' : 'users:remove.titleMany', {
          count,
          formatted: formatCount(count),
        })
      : i18next.t('users:remove.title', { name: users[0]?.username }),
    text: many ? i18next.t('users:remove.textMany') : i18next.t('users:remove.text', { name: users[0]?.username }),
    confirm: i18next.t('users:remove.confirm'),
    danger: true,
  })
  if (!sure) return false
  // Asks again if the filter now matches another number of users than was confirmed.
  if (all && (await look()).total !== count) return deleteUsersAfterAsking(selected, client)
  try {
    const { data, errors } = await call(deleteUsers, { body: rowsOf('user_id', selected) })
    toast(i18next.t('users:remove.done', { count: data.length, formatted: formatCount(data.length) }), 'success')
    if (errors.length > 0) showRefusals(errors, users)
  } catch (error) {
    if (error instanceof ApiError && error.errors.length > 0) showRefusals(error.errors, users)
    else toast(messageOf(error), 'error')
    return false
  } finally {
    void client.invalidateQueries({ queryKey: ['users'] })
  }
  return true
}
