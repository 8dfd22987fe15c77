import { type MenuGroupKey, type MenuLine, menuGroups, type Screen } from './domain.ts'
import { registeredScreens } from './registered.ts'

export function permitted(screen: Pick<Screen, 'permissions' | 'all'>, permissions: readonly string[]): boolean {
  const has = (name: string) => permissions.includes(name)
  if (screen.permissions.length === 0) return true
  return screen.all ? screen.permissions.every(has) : screen.permissions.some(has)
}

/** The screen of a path; undefined for an unknown path. */
export function findScreen(path: string, table: readonly Screen[] = registeredScreens()): Screen | undefined {
  const parts = path.replace(/\/+$/, '').split('/')
  return table.find((screen) => {
    const expected = screen.path.split('/')
    return expected.length === parts.length && expected.every((part, at) => part.startsWith('$') || part === parts[at])
  })
}

const byOrder = (one: { order?: number } | undefined, other: { order?: number } | undefined) =>
  (one?.order ?? 0) - (other?.order ?? 0)

export interface MenuItem extends Pick<MenuLine, 'item' | 'label' | 'icon' | 'badge'> {
  path: string
}

export interface MenuGroup {
  key: MenuGroupKey
  items: readonly MenuItem[]
}

/** The menu of a user: permitted lines on routes that are not disabled; a group without lines is hidden. */
export function visibleMenu(
  permissions: readonly string[],
  disabledRoutes: readonly string[],
  table: readonly Screen[] = registeredScreens(),
): readonly MenuGroup[] {
  const seen = table
    .filter((screen) => screen.menu && permitted(screen, permissions) && !disabledRoutes.includes(screen.path))
    .sort((one, other) => byOrder(one.menu, other.menu))
  return menuGroups.flatMap((key) => {
    const items: MenuItem[] = []
    for (const { path, menu } of seen) {
      if (menu?.group !== key || items.some(({ item }) => item === menu.item)) continue
      items.push({ ...menu, path })
    }
    return items.length > 0 ? [{ key, items }] : []
  })
}

/** First permitted page in menu order; undefined if there is none. */
export function homeOf(permissions: readonly string[], disabledRoutes: readonly string[] = []): string | undefined {
  return visibleMenu(permissions, disabledRoutes)[0]?.items[0]?.path
}

/** The menu item of a path: that of the page, of its parent page, or of the form that it shows. */
export function activeItem(path: string, table: readonly Screen[] = registeredScreens()): string | undefined {
  const [, form] = /^\/forms\/([^/]+)/.exec(path) ?? []
  if (form !== undefined) return table.find(({ menu }) => menu?.forms?.includes(form))?.menu?.item
  const screen = findScreen(path, table)
  return screen?.menu?.item ?? screen?.under
}

export interface TabGroup {
  label: string
  /** If there are several, they are tabs of their own below. */
  tabs: readonly (Screen & { tab: NonNullable<Screen['tab']> })[]
}

/** The tabs that a user sees on a page, in order. */
export function visibleTabs(
  of: string,
  permissions: readonly string[],
  table: readonly Screen[] = registeredScreens(),
): readonly TabGroup[] {
  const tabs = table
    .filter((screen): screen is TabGroup['tabs'][number] => screen.tab?.of === of && permitted(screen, permissions))
    .sort((one, other) => byOrder(one.tab, other.tab))
  const groups = Map.groupBy(tabs, ({ tab }) => tab.group ?? tab.label)
  return [...groups].map(([label, members]) => ({ label, tabs: members }))
}
