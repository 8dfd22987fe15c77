import { IconChartHistogram } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

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
      page: () => import('./statistics-page.tsx').then((file) => file.StatisticsPage),
    },
    {
      path: '/statistics/general',
      permissions: ['view_statistics'],
      under: 'statistics',
      help: 'statistics',
      tab: { of: 'statistics', label: 'statistics:tab.general' },
      page: () => import('./general-tab.tsx').then((file) => file.GeneralTab),
    },
    {
      path: '/statistics/connection-manager',
      permissions: ['view_device_logs'],
      under: 'statistics',
      help: 'statistics.connection-manager',
      tab: { of: 'statistics', label: 'statistics:tab.attempts' },
      page: () => import('./attempts-tab.tsx').then((file) => file.AttemptsTab),
    },
    {
      path: '/statistics/months-stats',
      permissions: ['view_statistics'],
      under: 'statistics',
      help: 'statistics',
      tab: { of: 'statistics', label: 'statistics:tab.months' },
      page: () => import('./months-tab.tsx').then((file) => file.MonthsTab),
    },
    {
      path: '/statistics/online-devices',
      permissions: ['view_statistics'],
      under: 'statistics',
      help: 'statistics',
      tab: { of: 'statistics', label: 'statistics:tab.online' },
      page: () => import('./online-tab.tsx').then((file) => file.OnlineTab),
    },
    {
      path: '/statistics/action-logs',
      permissions: ['view_statistics'],
      under: 'statistics',
      help: 'statistics',
      tab: { of: 'statistics', label: 'statistics:tab.actions' },
      page: () => import('./actions-tab.tsx').then((file) => file.ActionsTab),
    },
    {
      path: '/statistics/unique-devices',
      permissions: ['view_statistics'],
      under: 'statistics',
      help: 'statistics',
      tab: { of: 'statistics', label: 'statistics:tab.unique' },
      page: () => import('./unique-tab.tsx').then((file) => file.UniqueTab),
    },
  ],
})
