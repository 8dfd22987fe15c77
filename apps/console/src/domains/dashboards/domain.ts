import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

const pages = () => import('./pages.ts')

const ofDevice = {
  permissions: ['view_devices', 'view_device_dashboard'],
  all: true,
  under: 'devices',
  help: 'device',
} as const

export const dashboards = defineDomain({
  name: 'dashboards',
  labels,
  screens: [
    {
      ...ofDevice,
      path: '/devices/$id/dashboards',
      tab: { of: 'device', label: 'dashboards:tab' },
      page: async () => (await pages()).dashboardTab(),
    },
    {
      ...ofDevice,
      path: '/devices/$id/dashboards/$dashboard_id',
      tab: { of: 'device', label: 'dashboards:tab', detail: true },
      page: async () => (await pages()).dashboardTab(),
    },
    {
      path: '/device/$id/dashboard/$dashboard_id',
      permissions: ['view_device_dashboard'],
      standalone: true,
      page: async () => (await pages()).phonePage(),
    },
  ],
})
