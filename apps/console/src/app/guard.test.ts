import { permissions } from '@longreach/contract/permissions'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, followable, homeOf } from './guard.ts'
import { screens } from './screens.ts'

const origin = 'https://console.example'
const all = { permissions: permissions.map((permission) => permission.name) }
const none = { permissions: [] }

describe('guard', () => {
  test('S2.124 S2.125 an unknown path leads to the first page the user may see', () => {
    expect(decide({ visitor: all, path: '/no/such/page', origin })).toEqual({
      kind: 'redirect',
      to: '/management/devices',
    })
  })

  test('S2.128 without a session the way leads to sign-in and back', () => {
    expect(decide({ visitor: null, path: '/devices/7/activity', search: '?a=1', origin })).toEqual({
      kind: 'sign-in',
      continueUrl: '/devices/7/activity?a=1',
    })
    expect(decide({ visitor: null, path: '/', origin })).toEqual({ kind: 'sign-in', continueUrl: null })
  })

  test('S2.127 pages marked no auth pass, with and without a session', () => {
    for (const path of ['/404', '/offline.html', '/logout']) {
      expect(decide({ visitor: null, path, origin })).toEqual({ kind: 'show' })
      expect(decide({ visitor: none, path, origin })).toEqual({ kind: 'show' })
    }
  })

  test('S2.41 a shell opens to who brings a key, and asks everybody else to sign in', () => {
    const path = '/rms-connect/ssh'
    expect(decide({ visitor: null, path, search: '?key=abc', origin })).toEqual({ kind: 'show' })
    expect(decide({ visitor: none, path, search: '?key=abc', origin })).toEqual({ kind: 'show' })
    expect(decide({ visitor: null, path, search: '?session=7', origin }).kind).toBe('sign-in')
    expect(decide({ visitor: null, path: '/remote/access', search: '?key=abc', origin }).kind).toBe('sign-in')
  })

  test('S2.15 the access tab wants both its permissions', () => {
    const look = (...permissions: string[]) =>
      decide({ visitor: { permissions }, path: '/devices/7/access', origin }).kind
    expect(look('view_devices', 'view_device_remote_access')).toBe('show')
    expect(look('view_devices')).toBe('redirect')
    expect(look('view_device_remote_access')).toBe('redirect')
  })

  test('S2.129 no view permission at all is denied', () => {
    expect(decide({ visitor: none, path: '/management/devices', origin })).toEqual({ kind: 'denied' })
  })

  test('S2.131 a continue_url of this host is followed, any other is not', () => {
    expect(followable('/devices/7/activity?x=1#y', origin)).toBe('/devices/7/activity?x=1#y')
    expect(followable(`${origin}/devices/7`, origin)).toBe('/devices/7')
    for (const url of [
      'https://evil.example/x',
      '//evil.example',
      '\\\\evil.example',
      'javascript:alert(1)',
      '/login',
      '/logout',
      '',
    ]) {
      expect(followable(url, origin)).toBeNull()
    }
    expect(decide({ visitor: all, path: '/login', search: '?continue_url=%2Fdevices%2F7', origin })).toEqual({
      kind: 'redirect',
      to: '/devices/7',
    })
  })

  test('S2.132 a disabled route leads home, S2.133 and so does a missing permission', () => {
    const disabledRoutes = ['/devices/$id/activity']
    expect(decide({ visitor: all, path: '/devices/7/activity', disabledRoutes, origin }).kind).toBe('redirect')
    expect(decide({ visitor: all, path: '/devices/7/activity', origin }).kind).toBe('show')
  })

  test('S2.124 no set of permissions and no path leads into a loop', () => {
    const names = permissions.map((permission) => permission.name)
    const paths = fc.oneof(
      fc.constantFrom(...screens.map((screen) => screen.path.replace('$id', '7').replace('$group', 'dynamic'))),
      fc.webPath(),
    )
    fc.assert(
      fc.property(
        fc.option(fc.subarray(names)),
        paths,
        fc.option(fc.webUrl()),
        fc.subarray(screens.map((screen) => screen.path)),
        (held, path, continueUrl, disabledRoutes) => {
          const visitor = held === null ? null : { permissions: held }
          let at = path
          let search = continueUrl === null ? '' : `?continue_url=${encodeURIComponent(continueUrl)}`
          for (let step = 0; step < 4; step++) {
            const decision = decide({ visitor, path: at, search, disabledRoutes, origin })
            if (decision.kind === 'redirect') {
              ;[at, search] = [decision.to.split('?')[0] as string, '']
            } else if (decision.kind === 'sign-in') {
              ;[at, search] = ['/login', '']
            } else {
              return
            }
          }
          expect.unreachable(`${path} does not settle`)
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('the home of a permitted user is shown to that user', () => {
    fc.assert(
      fc.property(fc.subarray([...all.permissions]), (held) => {
        const home = homeOf({ permissions: held })
        if (home !== undefined) expect(decide({ visitor: { permissions: held }, path: home, origin }).kind).toBe('show')
      }),
    )
  })
})
