import { IconBolt } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

export const actions = defineDomain({
  name: 'actions',
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/management/actions',
      permissions: ['view_device_logs'],
      menu: { group: 'management', item: 'actions', label: 'actions:menu.actions', icon: IconBolt },
      help: 'actions.main',
      page: () => import('./actions-page.tsx').then((file) => file.ActionsPage),
    },
  ],
  parts: [
    { at: 'shell.header', load: () => import('./running-counter.tsx').then((file) => file.RunningCounter) },
    {
      at: 'devices.row',
      permissions: ['execute_device_actions', 'execute_device_command', 'manage_device_passwords'],
      load: () => import('./row-actions.tsx').then((file) => file.RowActions),
    },
    {
      at: 'devices.bulk',
      permissions: ['execute_device_actions', 'execute_device_command', 'manage_device_passwords'],
      load: () => import('./bulk-actions.tsx').then((file) => file.FrequentActions),
    },
    {
      at: 'devices.bulkMore',
      permissions: ['execute_device_actions', 'execute_device_command', 'manage_device_passwords'],
      load: () => import('./bulk-actions.tsx').then((file) => file.OtherActions),
    },
    {
      at: 'devices.dock',
      permissions: ['execute_device_command'],
      load: () => import('./dock-button.tsx').then((file) => file.DockButton),
    },
    {
      at: 'tag.actions',
      permissions: ['view_device_logs'],
      load: () => import('./tag-log/button.tsx').then((file) => file.TagLogButton),
    },
    { at: 'device.actions', load: () => import('./device-actions.tsx').then((file) => file.DeviceActions) },
  ],
  dock: { kinds: ['command', 'action'], load: () => import('./dock-kinds.ts') },
  search: () => import('./search.ts'),
  follow: (work) => import('./public/open-windows.tsx').then((file) => file.openWork(work)),
})
