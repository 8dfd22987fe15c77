import { brandSchema } from '@longreach/contract/brand/schemas'
import { permissions } from '@longreach/contract/permissions'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { findScreen, visibleMenu } from '../registry/screens.ts'
import { absentScreens } from './absent-screens.ts'
import { createConsoleRouter } from './router.tsx'
import { screens } from './screens.ts'

const paths = screens.map(({ path }) => path)

test('S2.110 S2.111 S2.112 S2.118 the router has one page for each row of the table, and no other', () => {
  const { routesByPath } = createConsoleRouter({ queryClient: new QueryClient(), brand: brandSchema.parse({}) })
  const routed = Object.keys(routesByPath).map((path) => path.replace(/(.)\/$/, '$1'))
  expect(routed.filter((path) => path !== '/$').sort()).toEqual([...paths].sort())
})

test('no path is listed twice, and none is both built and absent', () => {
  const every = [...paths, ...absentScreens.map(({ path }) => path)]
  expect(every.filter((path, at) => every.indexOf(path) !== at)).toEqual([])
  const reached = absentScreens.filter(({ path }) => findScreen(path.replace(/\$\w+/g, '7')))
  expect(reached.map(({ path }) => path)).toEqual([])
})

test('every line of the navigation leads to a page of the table, in its order, and every page to a line', () => {
  const items = visibleMenu(
    permissions.map(({ name }) => name),
    [],
  ).flatMap((group) => group.items)
  expect(items.map(({ path }) => path)).toEqual([
    '/management/devices',
    '/management/sims',
    '/management/update-firmware',
    '/device-configuration',
    '/management/upload-backup',
    '/management/actions',
    '/management/campaigns',
    '/management/task-manager',
    '/management/alerts',
    '/monitoring-templates',
    '/remote/access',
    '/access-history',
    '/companies',
    '/tags',
    '/management/files',
    '/management/files/images',
    '/users',
    '/users/invitations',
    '/users/roles',
    '/users/move-logs',
    '/auth-devices',
    '/files/global/firmware',
    '/system/audit-logs',
    '/system/mail-logs',
    '/notices',
    '/statistics',
  ])
  expect(items.map(({ path }) => path).sort()).toEqual(screens.flatMap(({ menu, path }) => (menu ? [path] : [])).sort())
  for (const { under } of screens) if (under) expect(items.map(({ item }) => item)).toContain(under)
})

test('S2.30: the pages whose permissions the specification leaves open have some of the catalogue', () => {
  const of = (path: string) => [...screens, ...absentScreens].find((screen) => screen.path === path)?.permissions
  for (const path of ['/device-configuration', '/management/update-firmware', '/management/upload-backup'])
    expect(of(path)).toEqual(['create_multi_configuration'])
  expect(of('/management/task-manager')).toEqual(['view_device_task_groups'])
})

test('S2.119 S2.121 S2.122 S2.123 every name of the specification is in the table', () => {
  const names = [...screens, ...absentScreens].flatMap((screen) => [
    screen.name,
    'help' in screen ? screen.help : undefined,
  ])
  expect(names).toEqual(
    expect.arrayContaining([
      ...'company.info company.tags company.userstable company.invitations notifications.main'.split(' '),
      ...'management.devices task-manager multiconfig hotspot.wifi reports remote.access remote.info'.split(' '),
      ...'service.connect-history vpn.hubs vpn-hub vpn.quick-connect vpn-connect users.companies'.split(' '),
      ...'users.table users.invitations tags.main management.files users.roles'.split(' '),
      ...'administration.resources dynamic.parameters reports.single reports.periodic.day'.split(' '),
      ...'reports.periodic.week reports.periodic.month statistics.connection-manager'.split(' '),
      ...'services.credit-codes services.credit-history services.data-history'.split(' '),
    ]),
  )
})

test('S2.256: each name of the help links belongs to a route of the specification', () => {
  const pages = (name: string) =>
    [...screens, ...absentScreens]
      .filter((screen) => screen.name === name || ('help' in screen && screen.help === name))
      .map(({ path }) => path)
  const routes = {
    'management.devices': '/management/devices',
    'task-manager': '/management/task-manager',
    multiconfig: '/device-configuration',
    'hotspot.wifi': '/management/hotspots',
    reports: '/reports',
    'remote.access': '/remote/access',
    'remote.info': '/remote/access/$id',
    'service.connect-history': '/access-history',
    'vpn.hubs': '/vpn/hubs',
    'vpn-hub': '/vpn/hubs/$id',
    'vpn.quick-connect': '/vpn/quick-connect',
    'vpn-connect': '/vpn/quick-connect/$id',
    'users.companies': '/companies',
    'company.info': '/companies/$company_id',
    'users.table': '/users',
    'users.invitations': '/users/invitations',
    'tags.main': '/tags',
    'management.files': '/management/files',
    'users.roles': '/users/roles',
    'administration.resources': '/resources',
    'dynamic.parameters': '/devices/$id/metrics/$group',
    'reports.single': '/reports/single',
    'reports.periodic.day': '/reports/periodic/day',
    'reports.periodic.week': '/reports/periodic/week',
    'reports.periodic.month': '/reports/periodic/month',
  }
  expect(Object.entries(routes).filter(([name, path]) => !pages(name).includes(path))).toEqual([])
})

test('S2.13 S2.19 S2.36: data usage is a tab of a device, and the histories of values and access have their permissions', () => {
  const of = (path: string) => screens.find((screen) => screen.path === path)
  expect(of('/devices/$id/data-usage')?.tab).toMatchObject({ of: 'device' })
  expect(of('/devices/$id/monitoring-parameters-history')?.permissions).toEqual(['view_devices'])
  expect(of('/access-history')?.permissions).toEqual(['view_device_remote_access'])
})
