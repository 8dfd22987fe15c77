import './texts.ts'
import type { SessionUser } from '@longreach/contract/account/schemas'
import { IconClock, IconHistory, IconLogout, IconUserCog } from '@tabler/icons-react'
import type { AccountEntry } from '../registry/domain.ts'
import { registeredDomains } from '../registry/registered.ts'
import { loadLazy } from '../ui/lazy.ts'

const settings: AccountEntry = {
  label: 'shell:account.settings',
  icon: IconUserCog,
  shown: (user) => !user.isImpersonating,
  open: (_, goTo) => goTo('/account'),
}

const always = () => true

const last: readonly AccountEntry[] = [
  {
    label: 'shell:account.timeZone',
    icon: IconClock,
    shown: always,
    open: () => void loadLazy(() => import('./lazy/open-windows.tsx')).then(({ openTimeZone }) => openTimeZone()),
  },
  { label: 'shell:account.changelog', icon: IconHistory, shown: always, open: (_, goTo) => goTo('/changelog') },
  { label: 'shell:account.logOut', icon: IconLogout, shown: always, open: (_, goTo) => goTo('/logout') },
]

export const accountEntries = (user: SessionUser): readonly AccountEntry[] =>
  [settings, ...registeredDomains().flatMap(({ account = [] }) => account), ...last].filter(({ shown }) => shown(user))
