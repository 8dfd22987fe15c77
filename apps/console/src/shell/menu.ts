import {
  type Icon,
  IconArrowsMove,
  IconBuilding,
  IconHistory,
  IconListSearch,
  IconMail,
  IconRouter,
  IconShieldCog,
  IconSpeakerphone,
  IconTag,
  IconUserPlus,
  IconUsers,
  IconWorldShare,
} from '@tabler/icons-react'
import { permitted } from '../app/guard.ts'
import { findScreen, type MenuGroupKey, type MenuKey, type Screen, screens } from '../app/screens.ts'

/** The lines of the side navigation; `app/screens.ts` says where each leads and who sees it. */
export const icons: Record<MenuKey, Icon> = {
  devices: IconRouter,
  remote: IconWorldShare,
  history: IconHistory,
  companies: IconBuilding,
  tags: IconTag,
  users: IconUsers,
  invitations: IconUserPlus,
  roles: IconShieldCog,
  moveLogs: IconArrowsMove,
  auditLogs: IconListSearch,
  mailLogs: IconMail,
  notices: IconSpeakerphone,
}

export interface MenuItem {
  key: MenuKey
  path: string
  badge?: 'beta'
}

export interface MenuGroup {
  key: MenuGroupKey
  items: readonly MenuItem[]
}

/** What a user sees of the menu: permitted lines on routes that are not disabled; a group without lines is hidden. */
export function visibleMenu(
  permissions: readonly string[],
  disabledRoutes: readonly string[],
  table: readonly Screen[] = screens,
): readonly MenuGroup[] {
  const groups = new Map<MenuGroupKey, MenuItem[]>()
  for (const screen of table) {
    const { path, menu } = screen
    if (!menu || !permitted(screen, permissions) || disabledRoutes.includes(path)) continue
    const items = groups.get(menu.group) ?? []
    groups.set(menu.group, items)
    if (items.some(({ key }) => key === menu.item)) continue
    items.push({ key: menu.item, path, ...(menu.badge ? { badge: menu.badge } : {}) })
  }
  return [...groups].map(([key, items]) => ({ key, items }))
}

/** The line that belongs to a path: of the page itself, of the page it stands under, or of the form it shows. */
export function activeItem(path: string, table: readonly Screen[] = screens): MenuKey | undefined {
  const [, form] = /^\/forms\/([^/]+)/.exec(path) ?? []
  if (form !== undefined) return table.find(({ menu }) => menu?.forms?.includes(form))?.menu?.item
  const screen = findScreen(path, table)
  return screen?.menu?.item ?? screen?.under
}
