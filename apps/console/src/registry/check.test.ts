import { IconTag } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { domains } from '../app/domains.ts'
import { checkDomains } from './check.ts'
import type { Domain, Screen } from './domain.ts'

const page = async () => () => null
const screen = (path: string, more: Partial<Screen> = {}): Screen => ({ path, permissions: [], page, ...more })
const domain = (name: string, more: Omit<Domain, 'name'> = {}): Domain => ({ name, ...more })
const form = async () => ({ pages: [] })

test('the domains of the console fit together', () => {
  expect(checkDomains(domains)).toEqual([])
})

test.each<[string, Domain[], string]>([
  ['a domain twice', [domain('a'), domain('a')], 'Domain a is declared twice'],
  [
    'a screen twice',
    [domain('a', { screens: [screen('/x')] }), domain('b', { screens: [screen('/x')] })],
    'Screen /x is declared twice',
  ],
  [
    'a form twice',
    [domain('a', { forms: { names: ['f'], load: form } }), domain('b', { forms: { names: ['f'], load: form } })],
    'Form f is declared twice',
  ],
  [
    'a tab on an unknown page',
    [domain('a', { screens: [screen('/x/$id/t', { tab: { of: 'thing', label: 'a:t' } })] })],
    'Domain a, screen /x/$id/t: no page has tabs named thing',
  ],
  [
    'a tab with a path elsewhere',
    [domain('a', { screens: [screen('/x', { tabs: 'x' }), screen('/y', { tab: { of: 'x', label: 'a:y' } })] })],
    'Domain a, screen /y: a tab of /x has a path below it',
  ],
  [
    'a menu group that is not there',
    [
      domain('a', {
        screens: [screen('/x', { menu: { group: 'none' as never, item: 'x', label: 'a:x', icon: IconTag } })],
      }),
    ],
    'Domain a, screen /x: there is no menu group none',
  ],
  [
    'a menu item that is not there',
    [domain('a', { screens: [screen('/x', { under: 'y' })] })],
    'Domain a, screen /x: there is no menu item y',
  ],
  [
    'a part in an unknown place',
    [domain('a', { parts: [{ at: 'devices.bulk', load: async () => () => null }] })],
    'Domain a: there is no place devices.bulk',
  ],
])('%s is reported in one line', (_, list, fault) => {
  expect(checkDomains(list)).toEqual([fault])
})
