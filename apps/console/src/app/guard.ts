import { contextQuery } from '../api/context.ts'
import type { Session } from '../api/session.ts'
import type { Screen } from '../registry/domain.ts'
import { findScreen, homeOf, permitted } from '../registry/screens.ts'

/** Screens that replace the console, without a path of their own. */
export type Notice =
  | { kind: 'denied' }
  | { kind: 'blocked'; code: Extract<Session, { kind: 'blocked' }>['code'] }
  /** The start failed: an error if there was no answer, else maintenance, and the third time in any case. */
  | { kind: 'failed' | 'maintenance'; error: Extract<Session, { kind: 'failed' }>['error'] | null }

/** A page that is not shown: there is none, or `screen` asks for a permission that the user does not have. */
export interface Refused {
  path: string
  screen?: Screen
}

export type Decision =
  | { kind: 'show'; screen: Screen }
  | { kind: 'redirect'; to: string; refused?: Refused }
  | { kind: 'sign-in'; continueUrl: string | null }
  | { kind: 'notice'; notice: Notice }

/** The part of the session that the decision needs. */
export type Visit = Exclude<Session, { kind: 'user' }> | { kind: 'user'; user: { permissions: readonly string[] } }

interface Question {
  visit: Visit
  path: string
  /** Including the question mark; preserved in the continue_url. */
  search?: string
  disabledRoutes?: readonly string[]
  /** Origin of this console, to validate a continue_url. */
  origin: string
  online?: boolean
  /** An essential call has failed three times in a row. */
  down?: boolean
}

export const offlinePath = '/offline.html'

/** The path of a continue_url on this host that leads into the console, not to a public page; null otherwise. */
export function followable(continueUrl: string | null | undefined, origin: string): string | null {
  if (!continueUrl) return null
  const url = URL.canParse(continueUrl, origin) ? new URL(continueUrl, origin) : null
  if (!url || url.origin !== origin || findScreen(url.pathname)?.open) return null
  // Prefixed as a path of this console: two slashes at the start would refer to another host.
  return url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash
}

/** False if nothing answered at all, or not in time. */
const isAnswered = ({ status }: { status: number }) => status !== 0 && status !== 408

/** Decides what a visitor sees at a path. Never loops: every redirect leads to a screen that is shown. */
export function decide(question: Question): Decision {
  const { visit, path, search = '', disabledRoutes = [], origin, online = true, down = false } = question
  const screen = findScreen(path)
  const parameters = new URLSearchParams(search)
  const here = path === '/' ? null : path + search
  // Sign-in is public, but not for users who are signed in or locked out.
  const signIn = screen?.path === '/login'
  if (screen?.open && !signIn) return { kind: 'show', screen }
  if (!online) return { kind: 'redirect', to: offlinePath + (here && !signIn ? `?${backTo(here)}` : '') }
  const error = visit.kind === 'failed' ? visit.error : null
  if (down) return { kind: 'notice', notice: { kind: 'maintenance', error } }
  if (screen?.byKey && parameters.has('key')) return { kind: 'show', screen }
  if (visit.kind === 'failed') {
    const kind = isAnswered(visit.error) ? 'maintenance' : 'failed'
    return { kind: 'notice', notice: { kind, error: visit.error } }
  }
  if (visit.kind === 'blocked') return { kind: 'notice', notice: { kind: 'blocked', code: visit.code } }
  if (visit.kind === 'none') return signIn ? { kind: 'show', screen } : { kind: 'sign-in', continueUrl: here }

  const { permissions } = visit.user
  const home = homeOf(permissions, disabledRoutes)
  if (home === undefined) return { kind: 'notice', notice: { kind: 'denied' } }
  const sees = (one: Screen | undefined): one is Screen =>
    one !== undefined && permitted(one, permissions) && !disabledRoutes.includes(one.path)
  const refused = (at: string): { refused?: Refused } => {
    if (at === '/') return {}
    const asked = findScreen(at)
    // A page that the brand has disabled does not exist for its users.
    const exists = asked !== undefined && !disabledRoutes.includes(asked.path)
    return { refused: { path: at, ...(exists ? { screen: asked } : {}) } }
  }
  if (signIn) {
    const target = followable(parameters.get('continue_url'), origin)
    if (target === null) return { kind: 'redirect', to: home }
    const { pathname } = new URL(target, origin)
    if (sees(findScreen(pathname))) return { kind: 'redirect', to: target }
    return { kind: 'redirect', to: home, ...refused(pathname) }
  }
  if (sees(screen)) return { kind: 'show', screen }
  const context = new URLSearchParams(contextQuery(Object.fromEntries(parameters))).toString()
  return { kind: 'redirect', to: context ? `${home}?${context}` : home, ...refused(path) }
}

const backTo = (here: string) => new URLSearchParams({ continue_url: here }).toString()
