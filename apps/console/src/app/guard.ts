import { findScreen, type Screen, screens } from './screens.ts'

export interface Visitor {
  permissions: readonly string[]
}

export type Decision =
  | { kind: 'show' }
  | { kind: 'redirect'; to: string }
  | { kind: 'sign-in'; continueUrl: string | null }
  | { kind: 'denied' }

interface Question {
  /** null while nobody is signed in. */
  visitor: Visitor | null
  path: string
  /** With its question mark; travels along in the continue_url. */
  search?: string
  disabledRoutes?: readonly string[]
  /** Of this console, to judge a continue_url by. */
  origin: string
}

function allowed(screen: Screen, visitor: Visitor): boolean {
  const has = (name: string) => visitor.permissions.includes(name)
  if (screen.permissions.length === 0) return true
  return screen.all ? screen.permissions.every(has) : screen.permissions.some(has)
}

/** First permitted page in menu order; undefined when there is none. */
export function homeOf(visitor: Visitor, disabledRoutes: readonly string[] = []): string | undefined {
  return screens.find((screen) => screen.home && allowed(screen, visitor) && !disabledRoutes.includes(screen.path))
    ?.path
}

/** The path of a continue_url on this host that leads into the console; null for anything else. */
export function followable(continueUrl: string | null | undefined, origin: string): string | null {
  if (!continueUrl) return null
  const url = URL.canParse(continueUrl, origin) ? new URL(continueUrl, origin) : null
  if (!url || url.origin !== origin || findScreen(url.pathname)?.open) return null
  return url.pathname + url.search + url.hash
}

/** What a visitor gets to see at a path. Never a loop: every redirect leads to a page that is shown. */
export function decide({ visitor, path, search = '', disabledRoutes = [], origin }: Question): Decision {
  const screen = findScreen(path)
  if (visitor && path === '/login') {
    const home = homeOf(visitor, disabledRoutes)
    const wanted = followable(new URLSearchParams(search).get('continue_url'), origin)
    if (home === undefined) return { kind: 'denied' }
    return { kind: 'redirect', to: wanted ?? home }
  }
  if (screen?.open || (screen?.byKey && new URLSearchParams(search).has('key'))) return { kind: 'show' }
  if (!visitor) return { kind: 'sign-in', continueUrl: path === '/' ? null : path + search }
  const home = homeOf(visitor, disabledRoutes)
  if (home === undefined) return { kind: 'denied' }
  if (!screen || !allowed(screen, visitor) || disabledRoutes.includes(screen.path))
    return { kind: 'redirect', to: home }
  return { kind: 'show' }
}
