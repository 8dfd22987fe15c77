import type { SessionUser } from '@longreach/contract/account/schemas'
import { type Icon, IconBuilding, IconClock, IconHistory, IconKey, IconLogout, IconUserCog } from '@tabler/icons-react'
import type { useNavigate } from '@tanstack/react-router'
import { loadLate } from '../ui/late.ts'

interface AccountEntry {
  key: 'settings' | 'company' | 'permissions' | 'timeZone' | 'changelog' | 'logOut'
  icon: Icon
  /** To everybody unless given. */
  shown?: (user: SessionUser) => boolean
  open: (user: SessionUser, navigate: ReturnType<typeof useNavigate>) => void
}

// What a line opens comes when it is chosen.
const windows = () => loadLate(() => import('./late/open-windows.tsx'))

/** The lines of the account menu, in order. A domain that has something to say of the user adds its line. */
export const accountEntries: readonly AccountEntry[] = [
  {
    key: 'settings',
    icon: IconUserCog,
    shown: (user) => !user.isImpersonating,
    open: (_, navigate) => void navigate({ to: '/account' }),
  },
  {
    key: 'company',
    icon: IconBuilding,
    // The owner of the installation stands in no list.
    shown: (user) => user.permissions.includes('view_companies') && user.company.id > 0,
    open: (user, navigate) =>
      void navigate({ to: '/companies/$company_id', params: { company_id: String(user.company.id) } }),
  },
  {
    key: 'permissions',
    icon: IconKey,
    shown: (user) => user.permissions.includes('view_permissions'),
    open: (user) => void windows().then(({ openUserPermissions }) => openUserPermissions(user.role)),
  },
  {
    key: 'timeZone',
    icon: IconClock,
    open: () => void windows().then(({ openTimeZone }) => openTimeZone()),
  },
  { key: 'changelog', icon: IconHistory, open: (_, navigate) => void navigate({ to: '/changelog' }) },
  { key: 'logOut', icon: IconLogout, open: (_, navigate) => void navigate({ to: '/logout' }) },
]
