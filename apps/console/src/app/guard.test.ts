import { permissions } from '@longreach/contract/permissions'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/error.ts'
import { findScreen, homeOf, permitted } from '../registry/screens.ts'
import { absentScreens } from './absent-screens.ts'
import { decide, followable, type Visit } from './guard.ts'
import { screens } from './screens.ts'

const origin = 'https://console.example'
const user = (...granted: string[]): Visit => ({ kind: 'user', user: { permissions: granted } })
const all = user(...permissions.map((permission) => permission.name))
const none = user()
const visitor: Visit = { kind: 'none' }

describe('guard', () => {
  test('S2.124 S2.125 an unknown path leads to the first page the user may see', () => {
    expect(decide({ visit: all, path: '/no/such/page', origin })).toEqual({
      kind: 'redirect',
      to: '/management/devices',
      refused: { path: '/no/such/page' },
    })
  })

  test('a redirect says which page is refused: one without permission by its screen', () => {
    const refused = (path: string, visit: Visit, disabledRoutes: readonly string[] = []) => {
      const decision = decide({ visit, path, origin, disabledRoutes })
      return decision.kind === 'redirect' ? decision.refused : decision.kind
    }
    const viewer = user('view_devices')
    expect(refused('/tags', viewer)).toEqual({ path: '/tags', screen: findScreen('/tags') })
    expect(refused('/tags', all, ['/tags'])).toEqual({ path: '/tags' })
    expect(refused('/', viewer)).toBeUndefined()
    expect(refused('/tags', all)).toBe('show')
    const back = (to: string) => decide({ visit: viewer, path: '/login', search: `?continue_url=${to}`, origin })
    expect(back('/tags')).toMatchObject({ to: '/management/devices', refused: { path: '/tags' } })
    expect(back('/management/devices')).toEqual({ kind: 'redirect', to: '/management/devices' })
  })

  test('the company in the address remains when the page is home instead', () => {
    const to = (search: string, path = '/no/such/page') => decide({ visit: all, path, search, origin })
    expect(to('?within=5&q=x')).toMatchObject({ kind: 'redirect', to: '/management/devices?within=5' })
    expect(to('?only=5', '/')).toEqual({ kind: 'redirect', to: '/management/devices?only=5' })
    expect(to('?within=none')).toMatchObject({ kind: 'redirect', to: '/management/devices' })
  })

  test('S2.128 without a session a page redirects to sign-in and back', () => {
    expect(decide({ visit: visitor, path: '/devices/7/activity', search: '?a=1', origin })).toEqual({
      kind: 'sign-in',
      continueUrl: '/devices/7/activity?a=1',
    })
    expect(decide({ visit: visitor, path: '/', origin })).toEqual({ kind: 'sign-in', continueUrl: null })
  })

  test('S2.127 pages marked no auth pass, with and without a session', () => {
    for (const path of ['/404', '/offline.html', '/logout']) {
      expect(decide({ visit: visitor, path, origin }).kind).toBe('show')
      expect(decide({ visit: none, path, origin }).kind).toBe('show')
    }
  })

  test('a shell opens with a key, and requires a sign-in without one', () => {
    const path = '/rms-connect/ssh'
    expect(decide({ visit: visitor, path, search: '?key=abc', origin }).kind).toBe('show')
    expect(decide({ visit: none, path, search: '?key=abc', origin }).kind).toBe('show')
    expect(decide({ visit: visitor, path, search: '?session=7', origin }).kind).toBe('sign-in')
    expect(decide({ visit: visitor, path: '/remote/access', search: '?key=abc', origin }).kind).toBe('sign-in')
  })

  test('S2.11 S2.12 S2.25 dashboards require their permission: in the frame also that for devices, on their own no other', () => {
    const shown = (path: string, ...granted: string[]) => decide({ visit: user(...granted), path, origin }).kind
    for (const path of ['/devices/7/dashboards', '/devices/7/dashboards/3']) {
      expect(shown(path, 'view_devices', 'view_device_dashboard')).toBe('show')
      expect(shown(path, 'view_devices')).toBe('redirect')
    }
    expect(shown('/device/7/dashboard/3', 'view_device_dashboard', 'view_tags')).toBe('show')
    expect(shown('/device/7/dashboard/3', 'view_devices', 'view_tags')).toBe('redirect')
  })

  test('S2.20 S2.21 S2.22 S2.23 S2.35 charts of a device and an entry for remote access require their permissions', () => {
    const shown = (path: string, permission: string) =>
      [user(permission), user('view_tags')].map((visit) => decide({ visit, path, origin }).kind)
    for (const group of ['dynamic', 'mobile-data', 'io', 'gps'])
      expect(shown(`/devices/7/metrics/${group}`, 'view_devices')).toEqual(['show', 'redirect'])
    expect(shown('/remote/access/7', 'view_device_remote_access')).toEqual(['show', 'redirect'])
  })

  test('S2.15 the access tab requires both its permissions', () => {
    const look = (...permissions: string[]) =>
      decide({ visit: user(...permissions), path: '/devices/7/access', origin }).kind
    expect(look('view_devices', 'view_device_remote_access')).toBe('show')
    expect(look('view_devices')).toBe('redirect')
    expect(look('view_device_remote_access')).toBe('redirect')
  })

  test('a company page requires view_companies and the permission of its tab; the tree is not a company', () => {
    const look = (path: string, ...permissions: string[]) => decide({ visit: user(...permissions), path, origin }).kind
    expect(look('/companies/7', 'view_companies')).toBe('show')
    expect(look('/companies/7', 'view_users')).toBe('redirect')
    expect(look('/companies/7/users', 'view_companies')).toBe('redirect')
    expect(look('/companies/7/users', 'view_companies', 'view_users')).toBe('show')
    expect(look('/companies/7/users/invitations', 'view_companies', 'view_users')).toBe('redirect')
    expect(look('/companies/7/tags', 'view_companies', 'view_tags')).toBe('show')
    expect(findScreen('/companies/tree')?.path).toBe('/companies/tree')
  })

  test('S2.129 no view permission at all is denied', () => {
    expect(decide({ visit: none, path: '/management/devices', origin })).toEqual({
      kind: 'notice',
      notice: { kind: 'denied' },
    })
  })

  test('S2.131 a continue_url of this host is followed, any other is not', () => {
    expect(followable('/devices/7/activity?x=1#y', origin)).toBe('/devices/7/activity?x=1#y')
    expect(followable(`${origin}/devices/7`, origin)).toBe('/devices/7')
    for (const url of [
      'https://evil.example/x',
      '//evil.example',
      `${origin}//evil.example/login`,
      '\\\\evil.example',
      'javascript:alert(1)',
      '/login',
      '/logout',
      '',
    ]) {
      expect(followable(url, origin)).toBeNull()
    }
    expect(decide({ visit: all, path: '/login', search: '?continue_url=%2Fdevices%2F7', origin })).toEqual({
      kind: 'redirect',
      to: '/devices/7',
    })
  })

  test('S2.132 a disabled route leads home, and so does a missing permission', () => {
    const disabledRoutes = ['/devices/$id/activity']
    expect(decide({ visit: all, path: '/devices/7/activity', disabledRoutes, origin }).kind).toBe('redirect')
    expect(decide({ visit: all, path: '/devices/7/activity', origin }).kind).toBe('show')
  })

  test('S2.126 S4.12 without a network every page with a session redirects to the offline page, with the way back', () => {
    const look = (path: string, search = '') => decide({ visit: visitor, path, search, origin, online: false })
    expect(look('/tags', '?q=a b')).toEqual({ kind: 'redirect', to: '/offline.html?continue_url=%2Ftags%3Fq%3Da+b' })
    expect(look('/')).toEqual({ kind: 'redirect', to: '/offline.html' })
    expect(look('/login')).toEqual({ kind: 'redirect', to: '/offline.html' })
    expect(look('/offline.html').kind).toBe('show')
  })

  test('S8.16 S8.17 S2.143 S2.144 a user who is locked out sees the reason on every page', () => {
    for (const code of ['EMAIL_NOT_VERIFIED', 'NOT_INVITED_EXTERNAL_USER', 'MFA_MANDATORY'] as const) {
      for (const path of ['/', '/management/devices', '/login', '/no/such/page']) {
        const notice = { kind: 'blocked', code }
        expect(decide({ visit: { kind: 'blocked', code }, path, origin })).toEqual({ kind: 'notice', notice })
      }
      expect(decide({ visit: { kind: 'blocked', code }, path: '/logout', origin }).kind).toBe('show')
    }
  })

  test('S4.16 S8.14 S2.145 a start that is answered otherwise is maintenance, one without an answer only after the third', () => {
    for (const status of [200, 403, 500, 502]) {
      const error = new ApiError(status, [], 'r-1')
      const notice = { kind: 'maintenance', error }
      expect(decide({ visit: { kind: 'failed', error }, path: '/tags', origin })).toEqual({ kind: 'notice', notice })
    }
    const error = new ApiError(0, [], null)
    const visit: Visit = { kind: 'failed', error }
    expect(decide({ visit, path: '/tags', origin })).toEqual({ kind: 'notice', notice: { kind: 'failed', error } })
    expect(decide({ visit, path: '/tags', origin, down: true })).toEqual({
      kind: 'notice',
      notice: { kind: 'maintenance', error },
    })
    expect(decide({ visit: all, path: '/tags', origin, down: true })).toEqual({
      kind: 'notice',
      notice: { kind: 'maintenance', error: null },
    })
  })

  test('S2.1 S2.2 S2.133 for any permissions and path: no loop, and no page without its permission', () => {
    const names = permissions.map((permission) => permission.name)
    const filled = (path: string) => path.replace(/\$\w+/g, '7')
    const paths = fc.oneof(
      fc.constantFrom(...screens.map(({ path }) => filled(path))),
      fc.constantFrom(...absentScreens.map(({ path }) => filled(path))),
      fc.constantFrom('/', '//evil.example', '/login/', '/DEVICES/7', '/devices/7/', '/forms/newTag/7'),
      fc.webPath(),
    )
    const visits = fc.oneof(
      fc.subarray(names).map((granted) => user(...granted)),
      fc.constantFrom<Visit>(
        visitor,
        { kind: 'blocked', code: 'MFA_MANDATORY' },
        { kind: 'failed', error: new ApiError(503, [], null) },
      ),
    )
    const searches = fc.oneof(
      fc.constantFrom('', '?key=abc', '?key=', '?q=1'),
      fc
        .oneof(
          fc.webUrl(),
          paths,
          paths.map((path) => origin + path),
        )
        .map((url) => `?continue_url=${encodeURIComponent(url)}`),
    )
    fc.assert(
      fc.property(
        fc.record({
          visit: visits,
          path: paths,
          search: searches,
          online: fc.boolean(),
          down: fc.boolean(),
          disabledRoutes: fc.subarray(screens.map((screen) => screen.path)),
        }),
        (asked) => {
          const first = decide({ ...asked, origin })
          const sent = target(first)
          const last = sent === null ? first : decide({ ...asked, origin, ...sent })
          expect(['show', 'notice']).toContain(last.kind)
          if (last.kind !== 'show' || last.screen.open) return
          const { byKey, path } = last.screen
          if (byKey && new URLSearchParams(asked.search).has('key')) return
          if (asked.visit.kind !== 'user') return expect.unreachable(`${path} without a user`)
          expect(permitted(last.screen, asked.visit.user.permissions)).toBe(true)
          expect(asked.disabledRoutes).not.toContain(path)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('S2.4 S9.59 home is the first permitted page in menu order, and is shown', () => {
    expect(homeOf(['view_devices', 'view_tags'])).toBe('/management/devices')
    expect(homeOf(['view_tags', 'view_companies'])).toBe('/companies')
    fc.assert(
      fc.property(fc.subarray(permissions.map(({ name }) => name)), (granted) => {
        const home = homeOf(granted)
        if (home !== undefined) expect(decide({ visit: user(...granted), path: home, origin }).kind).toBe('show')
      }),
    )
  })
})

/** Target of a redirect; null if the decision is to stay. */
function target(decision: ReturnType<typeof decide>): { path: string; search: string } | null {
  if (decision.kind === 'sign-in') {
    const search = decision.continueUrl ? `?continue_url=${encodeURIComponent(decision.continueUrl)}` : ''
    return { path: '/login', search }
  }
  if (decision.kind !== 'redirect') return null
  const url = new URL(decision.to, origin)
  expect(url.origin).toBe(origin)
  return { path: url.pathname, search: url.search }
}
