import { IconCpu } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

const permissions = ['create_multi_configuration'] as const

export const firmware = defineDomain({
  name: 'firmware',
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/management/update-firmware',
      permissions,
      menu: { group: 'management', item: 'firmware', label: 'firmware:menu.firmware', icon: IconCpu },
      help: 'management.update-firmware',
      page: () => import('./firmware-page.tsx').then((file) => file.FirmwarePage),
    },
  ],
  parts: [
    { at: 'devices.row', permissions, load: () => import('./row-actions.tsx').then((file) => file.RowUpdate) },
    { at: 'devices.bulk', permissions, load: () => import('./bulk-actions.tsx').then((file) => file.BulkUpdate) },
    { at: 'device.menu', permissions, load: () => import('./row-actions.tsx').then((file) => file.DeviceUpdate) },
    { at: 'device.firmware', load: () => import('./available-badge.tsx').then((file) => file.AvailableBadge) },
    {
      at: 'files.row',
      permissions: ['update_files'],
      load: () => import('./declare-items.tsx').then((file) => file.DeclareItems),
    },
  ],
})
