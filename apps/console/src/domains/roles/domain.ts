import { IconKey, IconShieldCog } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

export const roles = defineDomain({
  name: 'roles',
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/users/roles',
      permissions: ['view_roles'],
      menu: { group: 'users', item: 'roles', label: 'roles:menu.roles', icon: IconShieldCog },
      help: 'users.roles',
      page: () => import('./roles-page.tsx').then((file) => file.RolesPage),
    },
  ],
  forms: { names: ['newRole', 'editRole'], load: () => import('./form-pages.tsx') },
  pickers: { role: () => import('./picker.ts') },
  account: [
    {
      label: 'roles:account',
      icon: IconKey,
      shown: (user) => user.permissions.includes('view_permissions'),
      open: ({ role }) => void import('./public/open-windows.tsx').then((file) => file.openOwnPermissions(role)),
    },
  ],
  search: () => import('./search.ts'),
})
