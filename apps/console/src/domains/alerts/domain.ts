import { IconAlertTriangle } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

const view = ['view_device_alerts', 'view_device_alert_configurations'] as const
const create = ['create_device_alert_configurations'] as const
const pages = () => import('./pages.ts')
const actions = () => import('./row-actions.tsx')

export const alerts = defineDomain({
  name: 'alerts',
  labels,
  help: async () => (await pages()).help(),
  screens: [
    {
      path: '/management/alerts',
      permissions: ['view_device_alerts'],
      menu: { group: 'management', item: 'alerts', label: 'alerts:menu.alerts', icon: IconAlertTriangle },
      help: 'alerts',
      page: async () => (await pages()).alertsPage(),
    },
    {
      path: '/management/alerts/rules',
      permissions: ['view_device_alert_configurations'],
      under: 'alerts',
      help: 'alerts',
      page: async () => (await pages()).rulesPage(),
    },
  ],
  parts: [
    { at: 'devices.row', permissions: view, load: async () => (await actions()).RowAlerts },
    { at: 'devices.bulkMore', permissions: create, load: async () => (await actions()).BulkAlert },
    { at: 'device.menu', permissions: view, load: async () => (await actions()).DeviceAlerts },
    {
      at: 'device.activity',
      permissions: ['view_device_alerts'],
      load: async () => (await pages()).activityCard(),
    },
  ],
  forms: { names: ['createAlert', 'editAlert'], load: async () => (await pages()).forms() },
  search: async () => (await pages()).search(),
})
