import { IconActivity } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

const update = ['update_monitoring'] as const
const help = 'monitoring-templates'

export const monitoring = defineDomain({
  name: 'monitoring',
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/monitoring-templates',
      permissions: ['view_monitoring'],
      menu: {
        group: 'management',
        item: 'monitoring-templates',
        label: 'monitoring:menu.templates',
        icon: IconActivity,
      },
      help,
      page: () => import('./templates-page.tsx').then((file) => file.TemplatesPage),
    },
    {
      path: '/monitoring-templates/create',
      permissions: update,
      under: 'monitoring-templates',
      help,
      page: () => import('./template-page.tsx').then((file) => file.NewTemplatePage),
    },
    {
      path: '/monitoring-templates/edit/$id',
      permissions: update,
      under: 'monitoring-templates',
      help,
      page: () => import('./template-page.tsx').then((file) => file.EditTemplatePage),
    },
    {
      path: '/monitoring-templates/values/$id',
      permissions: ['view_monitoring'],
      under: 'monitoring-templates',
      help,
      page: () => import('./values-page.tsx').then((file) => file.ValuesPage),
    },
    {
      path: '/devices/$id/monitoring',
      permissions: ['view_devices', 'view_monitoring'],
      all: true,
      under: 'devices',
      help,
      tab: { of: 'device', label: 'monitoring:tab.device' },
      page: () => import('./monitoring-tab.tsx').then((file) => file.MonitoringTab),
    },
  ],
  parts: [
    {
      at: 'devices.row',
      permissions: update,
      load: () => import('./assign-actions.tsx').then((file) => file.RowAssign),
    },
    {
      at: 'devices.bulkMore',
      permissions: update,
      load: () => import('./assign-actions.tsx').then((file) => file.BulkAssign),
    },
    {
      at: 'device.menu',
      permissions: update,
      load: () => import('./assign-actions.tsx').then((file) => file.DeviceAssign),
    },
  ],
})
