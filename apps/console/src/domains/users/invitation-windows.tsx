import './invitations-texts.ts'
import type { Invitation } from '@longreach/contract/users/invitation-schemas'
import i18next from 'i18next'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const InviteWindow = lazy(() => import('./invite-window.tsx').then((file) => ({ default: file.InviteWindow })))
const InviteCompanyWindow = lazy(() =>
  import('./invite-company-window.tsx').then((file) => ({ default: file.InviteCompanyWindow })),
)
const InvitationWindow = lazy(() =>
  import('./invitation-window.tsx').then((file) => ({ default: file.InvitationWindow })),
)

/** `company` is preselected. */
export function openInvite(company?: number): void {
  const title = i18next.t('invitations:invite')
  windows.open({
    id: 'user-invite',
    title,
    width: 480,
    help: 'users.invitations',
    content: <InviteWindow company={company} />,
  })
}

export function openInviteCompany(): void {
  const title = i18next.t('invitations:founder.title')
  windows.open({ id: 'company-invite', title, width: 480, help: 'users.invitations', content: <InviteCompanyWindow /> })
}

export function openInvitation(invitation: Invitation): void {
  windows.open({
    id: `invitation-${invitation.id}`,
    title: invitation.email,
    width: 520,
    content: <InvitationWindow invitation={invitation} />,
  })
}
