import type { PermissionName } from '@longreach/contract/permissions'

interface Part {
  key: 'devices' | 'users' | 'invitations' | 'tags'
  to: `/companies/$company_id/${string}`
  permission: PermissionName
}

export interface CompanyTab {
  key: 'devices' | 'users' | 'tags'
  /** More than one are tabs of their own below. */
  parts: readonly Part[]
}

/** The tabs of a company's page, in order. Each domain adds its line when it has something to show of a company. */
const companyTabs = [
  {
    key: 'devices',
    parts: [{ key: 'devices', to: '/companies/$company_id/devices', permission: 'view_devices' }],
  },
  {
    key: 'users',
    parts: [
      { key: 'users', to: '/companies/$company_id/users', permission: 'view_users' },
      { key: 'invitations', to: '/companies/$company_id/users/invitations', permission: 'view_user_invitations' },
    ],
  },
  {
    key: 'tags',
    parts: [{ key: 'tags', to: '/companies/$company_id/tags', permission: 'view_tags' }],
  },
] as const satisfies readonly CompanyTab[]

/** What a user sees of them. */
export function visibleTabs(permissions: readonly string[]) {
  return companyTabs
    .map(({ key, parts }) => ({ key, parts: parts.filter(({ permission }) => permissions.includes(permission)) }))
    .filter(({ parts }) => parts.length > 0)
}
