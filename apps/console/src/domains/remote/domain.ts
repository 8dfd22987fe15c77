import { IconHistory, IconWorldShare } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

export const remote = defineDomain({
  name: 'remote',
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/devices/$id/access',
      permissions: ['view_devices', 'view_device_remote_access'],
      all: true,
      under: 'devices',
      help: 'remote.access',
      tab: { of: 'device', label: 'remote:tab.device' },
      page: () => import('./access-tab.tsx').then((file) => file.AccessTab),
    },
    {
      path: '/remote/access',
      permissions: ['view_device_remote_access'],
      menu: { group: 'access', item: 'remote', label: 'remote:menu.remote', icon: IconWorldShare },
      help: 'remote.access',
      page: () => import('./remote-page.tsx').then((file) => file.RemotePage),
    },
    {
      path: '/remote/access/$id',
      permissions: ['view_device_remote_access'],
      under: 'remote',
      help: 'remote.info',
      page: () => import('./entry-page.tsx').then((file) => file.EntryPage),
    },
    {
      path: '/access-history',
      permissions: ['view_device_remote_access'],
      menu: { group: 'access', item: 'history', label: 'remote:menu.history', icon: IconHistory },
      help: 'service.connect-history',
      page: () => import('./history-page.tsx').then((file) => file.HistoryPage),
    },
    {
      path: '/rms-connect/ssh',
      permissions: ['connect_device_remote_access'],
      byKey: true,
      standalone: true,
      page: () => import('../../connect/shell-page.tsx').then((file) => file.ShellPage),
    },
  ],
  parts: [
    {
      at: 'devices.row',
      permissions: ['connect_device_remote_access'],
      load: () => import('./row-actions.tsx').then((file) => file.RowActions),
    },
    {
      at: 'devices.rowButtons',
      permissions: ['connect_device_remote_access'],
      load: () => import('./row-buttons.tsx').then((file) => file.RowButtons),
    },
    {
      at: 'devices.dock',
      permissions: ['connect_device_remote_access'],
      load: () => import('./dock-button.tsx').then((file) => file.DockButton),
    },
    {
      at: 'device.actions',
      permissions: ['connect_device_remote_access'],
      load: () => import('./device-buttons.tsx').then((file) => file.DeviceButtons),
    },
  ],
  forms: { names: ['newRemoteAccess', 'editRemoteAccess'], load: () => import('./form-pages.tsx') },
  pickers: { remote_access: () => import('./picker.ts') },
  dock: { kinds: ['shell'], load: () => import('./dock-kinds.ts') },
  search: () => import('./search.ts'),
})
