import {
  deleteInvitations,
  listInvitations,
  listInviteRoles,
  resendInvitations,
} from '@longreach/contract/users/invitation-endpoints'
import { mostResent } from '@longreach/contract/users/invitation-schemas'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { fitsBound } from '../../tables/bound.ts'
import { confirmRows, countBy } from '../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import type { Question } from '../../windows/confirm.tsx'

const invitationsKey = ['invitations']

/** Roles that the caller may assign in a company, or in any if none is selected; and whether mails are sent at all. */
export function inviteRolesQuery(companyId: string | null) {
  return queryOptions({
    queryKey: ['invitations', 'roles', companyId],
    queryFn: async ({ signal }) => {
      const { data, meta } = await call(
        listInviteRoles,
        { query: companyId === null ? {} : { company_id: companyId } },
        signal,
      )
      return { roles: data, sends: (meta as { sends?: boolean }).sends ?? true }
    },
    staleTime: 10_000,
  })
}

export const refreshInvitations = (client: QueryClient) => client.invalidateQueries({ queryKey: invitationsKey })

/** Sends invitations again; errors of the server are shown. */
export async function sendAgain(selected: SelectedRows, client: QueryClient): Promise<boolean> {
  if (!fitsBound(selected, mostResent)) return false
  try {
    const { data } = await call(resendInvitations, { body: rowsOf('id', selected) })
    toast(i18next.t('invitations:resent', { count: data.length, formatted: formatCount(data.length) }), 'success')
    return true
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  } finally {
    void refreshInvitations(client)
  }
}

/** Asks, then removes. True if it was removed. */
export async function removeAfterAsking(selected: SelectedRows, client: QueryClient): Promise<boolean> {
  const title = 'filter' in selected ? 'invitations:remove.titleAll' : 'invitations:remove.title'
  const question = (count: number): Question => ({
    title: i18next.t(title, { count, formatted: formatCount(count) }),
    text: i18next.t('invitations:remove.text'),
    confirm: i18next.t('invitations:remove.confirm'),
    danger: true,
    reminderKey: 'users.remove-invitations',
  })
  if (!(await confirmRows(selected, countBy(listInvitations), question))) return false
  try {
    const { data } = await call(deleteInvitations, { body: rowsOf('id', selected) })
    toast(i18next.t('invitations:remove.done', { count: data.length, formatted: formatCount(data.length) }), 'success')
    return true
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  } finally {
    void refreshInvitations(client)
  }
}
