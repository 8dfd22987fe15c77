import { IconChartHistogram } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

const update = ['update_monitoring'] as const
const pages = () => import('./pages.ts')
const actions = () => import('./assign-actions.tsx')
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
        icon: IconChartHistogram,
      },
      help,
      page: async () => (await pages()).templates(),
    },
    {
      path: '/monitoring-templates/create',
      permissions: update,
      under: 'monitoring-templates',
      help,
      page: async () => (await pages()).newTemplate(),
    },
    {
      path: '/monitoring-templates/edit/$id',
      permissions: update,
      under: 'monitoring-templates',
      help,
      page: async () => (await pages()).editTemplate(),
    },
    {
      path: '/devices/$id/monitoring',
      permissions: ['view_devices', 'view_monitoring'],
      all: true,
      under: 'devices',
      help,
      tab: { of: 'device', label: 'monitoring:tab.device' },
      page: async () => (await pages()).tab(),
    },
  ],
  parts: [
    {
      at: 'devices.row',
      permissions: update,
      load: async () => (await actions()).RowAssign,
    },
    {
      at: 'devices.bulkMore',
      permissions: update,
      load: async () => (await actions()).BulkAssign,
    },
  ],
})
