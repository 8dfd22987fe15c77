import { IconArrowRight, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/session.ts'
import { useBrand } from '../../brand/brand.ts'

import { textOf } from '../../i18n/i18n.ts'
import type { SearchCommand } from '../../registry/domain.ts'
import { visibleMenu } from '../../registry/screens.ts'
import { accountEntries } from '../../shell/account-entries.ts'
import { chooseDarkMode } from '../../shell/dark-mode.ts'
import { matches } from './matches.ts'
import type { Option, Section } from './option.ts'
import { offeredTo } from './searchables.ts'

/** Maximum lines of one kind. */
const shown = 4

const appearance: readonly SearchCommand[] = [
  { key: 'dark', label: 'search:dark', icon: IconMoon, run: (client) => chooseDarkMode(client, 'on') },
  { key: 'light', label: 'search:light', icon: IconSun, run: (client) => chooseDarkMode(client, 'off') },
  { key: 'system', label: 'search:system', icon: IconDeviceDesktop, run: (client) => chooseDarkMode(client, 'auto') },
]

/** Pages, settings and commands of the console itself, found immediately since they need no call. */
export function useOwnSections(q: string, declared: readonly SearchCommand[], onClose: () => void): readonly Section[] {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const client = useQueryClient()
  const user = useUser()
  const { disabled_routes } = useBrand()
  const goTo = (to: string) => void navigate({ to })
  const then = (run: () => void) => () => {
    onClose()
    run()
  }

  const pages: Option[] = visibleMenu(user.permissions, disabled_routes)
    .flatMap(({ items }) => items)
    .map(({ path, label, icon: Icon }) => ({
      key: `page-${path}`,
      icon: <Icon size={18} stroke={1.6} />,
      title: textOf(label),
      mark: <IconArrowRight size={16} stroke={1.6} />,
      choose: then(() => goTo(path)),
    }))
  const settings: Option[] = accountEntries(user).map(({ label, icon: Icon, open }) => ({
    key: `setting-${label}`,
    icon: <Icon size={18} stroke={1.6} />,
    title: textOf(label),
    choose: then(() => open(user, goTo)),
  }))
  const commands: Option[] = offeredTo(user, [...declared, ...appearance]).map(({ key, label, icon: Icon, run }) => ({
    key: `command-${key}`,
    icon: <Icon size={18} stroke={1.6} />,
    title: textOf(label),
    choose: then(() => run(client)),
  }))
  const found = (title: string, options: readonly Option[]): Section => ({
    title,
    options: options.filter((option) => matches(option.title, q)).slice(0, shown),
  })
  return [found(t('pages'), pages), found(t('commands'), [...commands, ...settings])].filter(
    ({ options }) => options.length > 0,
  )
}
