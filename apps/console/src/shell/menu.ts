import type { PermissionName } from '@longreach/contract/permissions'
import {
  type Icon,
  IconBuilding,
  IconHistory,
  IconMail,
  IconRouter,
  IconShieldCog,
  IconWorldShare,
} from '@tabler/icons-react'

interface MenuItem {
  key: 'devices' | 'remote' | 'history' | 'companies' | 'roles' | 'mailLogs'
  icon: Icon
  path: string
  permissions: readonly PermissionName[]
  /** Paths that light the item up besides its own. */
  highlighted: readonly RegExp[]
}

interface MenuGroup {
  key: 'management' | 'access' | 'administration' | 'system'
  items: readonly MenuItem[]
}

/** Groups and items of the side navigation, in order. Each screen adds its own line when it exists. */
export const menu: readonly MenuGroup[] = [
  {
    key: 'management',
    items: [
      {
        key: 'devices',
        icon: IconRouter,
        path: '/management/devices',
        permissions: ['view_devices'],
        highlighted: [/^\/devices\//],
      },
    ],
  },
  {
    key: 'access',
    items: [
      {
        key: 'remote',
        icon: IconWorldShare,
        path: '/remote/access',
        permissions: ['view_device_remote_access'],
        highlighted: [],
      },
      {
        key: 'history',
        icon: IconHistory,
        path: '/access-history',
        permissions: ['view_device_remote_access_logs'],
        highlighted: [],
      },
    ],
  },
  {
    key: 'administration',
    items: [
      {
        key: 'companies',
        icon: IconBuilding,
        path: '/companies',
        permissions: ['view_companies'],
        highlighted: [],
      },
      {
        key: 'roles',
        icon: IconShieldCog,
        path: '/users/roles',
        permissions: ['view_roles'],
        highlighted: [],
      },
    ],
  },
  {
    key: 'system',
    items: [
      {
        key: 'mailLogs',
        icon: IconMail,
        path: '/system/mail-logs',
        permissions: ['view_mail_logs'],
        highlighted: [],
      },
    ],
  },
]

/** What a user sees of the menu: permitted items on routes that are not disabled; a group without items is hidden. */
export function visibleMenu(permissions: readonly string[], disabledRoutes: readonly string[]): readonly MenuGroup[] {
  return menu
    .map((group) => ({
      ...group,
      items: group.items.filter(
        (item) => item.permissions.some((name) => permissions.includes(name)) && !disabledRoutes.includes(item.path),
      ),
    }))
    .filter((group) => group.items.length > 0)
}

export function isActive(item: MenuItem, path: string): boolean {
  return path === item.path || path.startsWith(`${item.path}/`) || item.highlighted.some((one) => one.test(path))
}
