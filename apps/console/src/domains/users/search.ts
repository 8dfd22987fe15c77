import { listUsers } from '@longreach/contract/users/endpoints'
import { IconUser } from '@tabler/icons-react'
import { filtered, joined, searchProvider } from '../../registry/search-provider.ts'

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
      to: filtered('/users', username),
    }),
  }),
]
