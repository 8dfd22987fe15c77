import { IconArrowsMove, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

export const users = defineDomain({
  name: 'users',
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/users',
      permissions: ['view_users'],
      menu: { group: 'users', item: 'users', label: 'users:menu.users', icon: IconUsers },
      help: 'users.table',
      page: () => import('./users-page.tsx').then((file) => file.UsersPage),
    },
    {
      path: '/users/invitations',
      permissions: ['view_user_invitations'],
      menu: { group: 'users', item: 'invitations', label: 'users:menu.invitations', icon: IconUserPlus },
      help: 'users.invitations',
      page: () => import('./invitations-page.tsx').then((file) => file.InvitationsPage),
    },
    {
      path: '/users/move-logs',
      permissions: ['view_user_move_logs'],
      menu: { group: 'users', item: 'moveLogs', label: 'users:menu.moveLogs', icon: IconArrowsMove, order: 1 },
      help: 'users.move-logs',
      page: () => import('./move-logs-page.tsx').then((file) => file.MoveLogsPage),
    },
    {
      path: '/companies/$company_id/users',
      name: 'company.userstable',
      permissions: ['view_companies', 'view_users'],
      all: true,
      under: 'companies',
      help: 'company.info',
      tab: { of: 'company', group: 'users:tab.company', label: 'users:tab.company' },
      page: () => import('./company-users.tsx').then((file) => file.CompanyUsers),
    },
    {
      path: '/companies/$company_id/users/invitations',
      name: 'company.invitations',
      permissions: ['view_companies', 'view_user_invitations'],
      all: true,
      under: 'companies',
      help: 'company.info',
      tab: { of: 'company', group: 'users:tab.company', label: 'users:tab.invitations' },
      page: () => import('./company-invitations.tsx').then((file) => file.CompanyInvitations),
    },
  ],
  parts: [
    {
      at: 'companies.actions',
      permissions: ['super_admin'],
      load: () => import('./invite-buttons.tsx').then((file) => file.InviteCompanyButton),
    },
  ],
  forms: {
    names: ['newUser', 'inviteNewCompany', 'editUserRole', 'deleteUser'],
    load: () => import('./form-pages.tsx'),
  },
  pickers: { user: () => import('./picker.ts') },
  search: () => import('./search.ts'),
})
