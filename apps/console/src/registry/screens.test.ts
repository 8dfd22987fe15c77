import { IconRouter } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import '../app/domains.ts'
import type { Screen } from './domain.ts'
import { activeItem, permitted, visibleMenu } from './screens.ts'

test('S2.147 a group without a visible item is hidden', () => {
  expect(visibleMenu([], [])).toEqual([])
  expect(visibleMenu(['view_devices'], []).map((group) => group.key)).toEqual(['management'])
})

test('S1.42 S1.47 S1.48 S1.51 S1.52 S1.54 S1.57 pages are lines of their areas', () => {
  const lines = (permission: string) =>
    visibleMenu([permission], []).map(({ key, items }) => [key, ...items.map(({ path }) => path)])
  expect(lines('view_devices')).toEqual([['management', '/management/devices', '/management/sims']])
  expect(lines('view_device_remote_access')).toEqual([['access', '/remote/access', '/access-history']])
  expect(lines('view_companies')).toEqual([['administration', '/companies']])
  expect(lines('view_users')).toEqual([['users', '/users']])
  expect(lines('view_monitoring')).toEqual([['management', '/monitoring-templates']])
  expect(lines('view_files')).toEqual([['administration', '/management/files']])
  expect(lines('upload_files_global_scope')).toEqual([['system', '/files/global/firmware']])
})

test('S6.26 S6.27 any permission of a page is enough, unless it requires all', () => {
  const page = { permissions: ['view_tags', 'view_users'] } as const
  expect(permitted(page, ['view_users'])).toBe(true)
  expect(permitted(page, ['view_roles'])).toBe(false)
  expect(permitted({ ...page, all: true }, ['view_users'])).toBe(false)
  expect(permitted({ ...page, all: true }, ['view_users', 'view_tags'])).toBe(true)
})

test('S2.149 an item whose route is disabled is hidden', () => {
  expect(visibleMenu(['view_monitoring'], ['/monitoring-templates'])).toEqual([])
})

test('S2.151 S2.153 an item is active on its route and on the pages below it', () => {
  for (const path of ['/management/devices', '/devices/7/activity', '/devices/7/metrics/io']) {
    expect(activeItem(path)).toBe('devices')
  }
  expect(activeItem('/companies/7/users/invitations')).toBe('companies')
  expect(activeItem('/users/roles')).toBe('roles')
  expect(activeItem('/account')).toBeUndefined()
})

const page = async () => () => null
const line = { group: 'management', item: 'devices', label: 'devices:menu.devices', icon: IconRouter } as const

const table: readonly Screen[] = [
  {
    path: '/management/wifi',
    permissions: ['view_wireless_information'],
    menu: { ...line, badge: 'beta', forms: ['newTag'] },
    page,
  },
  { path: '/management/hotspots', permissions: ['view_device_hotspots'], menu: line, page },
]

test('S2.148 a line of several pages leads to the first permitted one', () => {
  const leads = (...granted: string[]) => visibleMenu(granted, [], table)[0]?.items.map(({ path }) => path)
  expect(leads('view_wireless_information', 'view_device_hotspots')).toEqual(['/management/wifi'])
  expect(leads('view_device_hotspots')).toEqual(['/management/hotspots'])
})

test('S2.150 S2.152 a line has a badge, and is active on the forms it names', () => {
  expect(visibleMenu(['view_wireless_information'], [], table)[0]?.items[0]?.badge).toBe('beta')
  expect(activeItem('/forms/newTag', table)).toBe('devices')
  expect(activeItem('/forms/newTag/7', table)).toBe('devices')
  expect(activeItem('/forms/newRole', table)).toBeUndefined()
})
