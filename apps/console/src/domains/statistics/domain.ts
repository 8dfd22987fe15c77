import { IconChartHistogram } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

const pages = () => import('./pages.ts')

export const statistics = defineDomain({
  name: 'statistics',
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/statistics',
      permissions: ['view_statistics', 'view_device_logs'],
      menu: { group: 'system', item: 'statistics', label: 'statistics:menu.statistics', icon: IconChartHistogram },
      help: 'statistics',
      tabs: 'statistics',
      page: async () => (await pages()).statisticsPage(),
    },
    {
      path: '/statistics/general',
      permissions: ['view_statistics'],
      under: 'statistics',
      help: 'statistics',
      tab: { of: 'statistics', label: 'statistics:tab.general' },
      page: async () => (await pages()).generalTab(),
    },
    {
      path: '/statistics/connection-manager',
      permissions: ['view_device_logs'],
      under: 'statistics',
      help: 'statistics.connection-manager',
      tab: { of: 'statistics', label: 'statistics:tab.attempts' },
      page: async () => (await pages()).attemptsTab(),
    },
    {
      path: '/statistics/months-stats',
      permissions: ['view_statistics'],
      under: 'statistics',
      help: 'statistics',
      tab: { of: 'statistics', label: 'statistics:tab.months' },
      page: async () => (await pages()).monthsTab(),
    },
    {
      path: '/statistics/online-devices',
      permissions: ['view_statistics'],
      under: 'statistics',
      help: 'statistics',
      tab: { of: 'statistics', label: 'statistics:tab.online' },
      page: async () => (await pages()).onlineTab(),
    },
    {
      path: '/statistics/action-logs',
      permissions: ['view_statistics'],
      under: 'statistics',
      help: 'statistics',
      tab: { of: 'statistics', label: 'statistics:tab.actions' },
      page: async () => (await pages()).actionsTab(),
    },
    {
      path: '/statistics/unique-devices',
      permissions: ['view_statistics'],
      under: 'statistics',
      help: 'statistics',
      tab: { of: 'statistics', label: 'statistics:tab.unique' },
      page: async () => (await pages()).uniqueTab(),
    },
  ],
})
