import { deleteInvitations, listInviteRoles, resendInvitations } from '@longreach/contract/users/invitation-endpoints'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'

const invitationsKey = ['invitations']
/** The server takes no more at once. */
const most = 100

/** What the caller may give in a company, or in any while none is chosen; and whether mails are sent at all. */
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

async function inParts(ids: readonly number[], send: (part: number[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += most) await send(ids.slice(at, at + most))
}

/** Sends invitations again; what the server says against it is shown. */
export async function sendAgain(ids: readonly number[], client: QueryClient): Promise<boolean> {
  try {
    await inParts(ids, (id) => call(resendInvitations, { body: { id } }))
    toast(i18next.t('invitations:resent', { count: ids.length }), 'success')
    return true
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  } finally {
    void refreshInvitations(client)
  }
}

/** Asks, then removes. True when it is done. */
export async function removeAfterAsking(ids: readonly number[], client: QueryClient): Promise<boolean> {
  const count = ids.length
  const sure = await confirm({
    title: i18next.t('invitations:remove.title', { count }),
    text: i18next.t('invitations:remove.text'),
    confirm: i18next.t('invitations:remove.confirm'),
    danger: true,
    reminderKey: 'users.remove-invitations',
  })
  if (!sure) return false
  try {
    await inParts(ids, (id) => call(deleteInvitations, { body: { id } }))
    toast(i18next.t('invitations:remove.done', { count }), 'success')
    return true
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  } finally {
    void refreshInvitations(client)
  }
}
