import './invitations-texts.ts'
import { listUsers } from '@longreach/contract/users/endpoints'
import { IconUser, IconUserPlus } from '@tabler/icons-react'
import type { SearchCommand } from '../../registry/domain.ts'
import { joined, searchProvider } from '../../registry/search-provider.ts'
import { openInvite, openInviteCompany } from './invitation-windows.tsx'

export const providers = [
  searchProvider(listUsers, {
    key: 'users',
    label: 'users:menu.users',
    icon: IconUser,
    permission: 'view_users',
    table: '/users',
    fields: ['username', 'role_title', 'company_name'],
    present: ({ username = '', email, role_title, company_name }) => ({
      title: username,
      detail: joined(email === username ? null : email, role_title, company_name),
      to: '/users',
      search: { q: username },
    }),
  }),
]

export const commands: readonly SearchCommand[] = [
  {
    key: 'invite-user',
    label: 'invitations:invite',
    icon: IconUserPlus,
    permission: 'invite_users',
    run: () => openInvite(),
  },
  {
    key: 'invite-company',
    label: 'invitations:founder.action',
    icon: IconUserPlus,
    permission: 'super_admin',
    run: openInviteCompany,
  },
]
