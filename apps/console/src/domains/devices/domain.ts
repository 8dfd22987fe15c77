import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { IconDeviceSim, IconRouter, IconShieldCheck } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import type { BulkProps } from '../../tables/table-page.tsx'
import labels from './en/labels.json' with { type: 'json' }

declare module '../../registry/domain.ts' {
  interface Places {
    'devices.row': { row: { id: number; name: string } }
    /** Buttons on the row, shown while the pointer is on it or it is active. */
    'devices.rowButtons': { row: { id: number; name: string }; connected: boolean }
    'devices.bulk': BulkProps
    /** Less frequent actions, after all others. */
    'devices.bulkMore': BulkProps
    /** Items of the dock for a device; `onDone` closes the list of devices. */
    'devices.dock': { row: { id: number; name: string }; onDone: () => void }
    /** Items in the menu of a device's page. */
    'device.menu': { device: DeviceDetails }
    'device.firmware': { device: DeviceDetails }
    /** Buttons in the head of a device's page. */
    'device.actions': { device: DeviceDetails }
    /** Below the head of a device's page: the reason for its state. */
    'device.state': { device: DeviceDetails }
    /** At the top of the tab with the current state. */
    'device.activity': { id: number }
  }
}

export const devices = defineDomain({
  name: 'devices',
  labels,
  help: () => import('./en/help.json'),
  places: ['devices.row', 'devices.rowButtons', 'devices.bulk', 'devices.bulkMore', 'devices.dock', 'device.menu'],
  screens: [
    {
      path: '/management/devices',
      permissions: ['view_devices'],
      menu: { group: 'management', item: 'devices', label: 'devices:menu.devices', icon: IconRouter },
      help: 'management.devices',
      page: () => import('./list/devices-page.tsx').then((file) => file.DevicesPage),
    },
    {
      path: '/management/devices/map',
      permissions: ['view_devices', 'view_device_location'],
      all: true,
      under: 'devices',
      help: 'devices.map',
      page: () => import('./map/devices-map-page.tsx').then((file) => file.DevicesMapPage),
    },
    {
      path: '/management/sims',
      permissions: ['view_devices'],
      menu: { group: 'management', item: 'sims', label: 'devices:menu.sims', icon: IconDeviceSim },
      help: 'management.sims',
      page: () => import('./sims/sims-page.tsx').then((file) => file.SimsPage),
    },
    {
      path: '/devices/$id',
      permissions: ['view_devices'],
      under: 'devices',
      help: 'device',
      tabs: 'device',
      places: ['device.actions', 'device.state'],
      page: () => import('./page/device-page.tsx').then((file) => file.DevicePage),
    },
    {
      path: '/devices/$id/activity',
      permissions: ['view_devices'],
      under: 'devices',
      help: 'device',
      tab: { of: 'device', label: 'devices:tab.activity' },
      places: ['device.activity', 'device.firmware'],
      page: () => import('./page/activity-tab.tsx').then((file) => file.ActivityTab),
    },
    {
      path: '/devices/$id/metrics/$group',
      permissions: ['view_devices'],
      under: 'devices',
      help: 'dynamic.parameters',
      tab: { of: 'device', label: 'devices:tab.metrics', params: { group: 'dynamic' } },
      page: () => import('./history/metrics-tab.tsx').then((file) => file.MetricsTab),
    },
    {
      path: '/devices/$id/monitoring-parameters-history',
      permissions: ['view_devices'],
      under: 'devices',
      help: 'dynamic.parameters',
      tab: { of: 'device', label: 'devices:tab.history' },
      page: () => import('./history/tab.tsx').then((file) => file.HistoryTab),
    },
    {
      path: '/devices/$id/data-usage',
      permissions: ['view_devices'],
      under: 'devices',
      help: 'device',
      tab: { of: 'device', label: 'devices:tab.usage' },
      page: () => import('./usage/tab.tsx').then((file) => file.UsageTab),
    },
    {
      path: '/devices/$id/location',
      permissions: ['view_devices', 'view_device_location'],
      all: true,
      under: 'devices',
      help: 'device.location',
      tab: { of: 'device', label: 'devices:tab.location' },
      page: () => import('./map/location-tab.tsx').then((file) => file.LocationTab),
    },
    {
      path: '/companies/$company_id/devices',
      permissions: ['view_companies', 'view_devices'],
      all: true,
      under: 'companies',
      help: 'company.info',
      tab: { of: 'company', label: 'devices:tab.company' },
      page: () => import('./list/company-devices.tsx').then((file) => file.CompanyDevices),
    },
    {
      path: '/companies/$company_id/metrics',
      permissions: ['view_companies', 'view_devices'],
      all: true,
      under: 'companies',
      help: 'company.info',
      tab: { of: 'company', label: 'devices:tab.metrics', order: 1 },
      page: () => import('./history/company-metrics.tsx').then((file) => file.CompanyMetrics),
    },
    {
      path: '/auth-devices',
      permissions: ['super_admin'],
      menu: { group: 'system', item: 'authDevices', label: 'devices:menu.authorized', icon: IconShieldCheck },
      help: 'auth-devices',
      page: () => import('./authorized/page.tsx').then((file) => file.AuthorizedPage),
    },
  ],
  parts: [
    { at: 'tag.devices', load: () => import('./list/tag-devices.tsx').then((file) => file.TagDevices) },
    {
      at: 'shell.dock',
      permissions: ['view_devices'],
      load: () => import('./dock-picker.tsx').then((file) => file.DockPicker),
    },
  ],
  forms: {
    names: [
      'editDevice',
      'newDevice',
      'newEnrolmentKey',
      'importDevices',
      'authorizeDevice',
      'authorizeFile',
      'editSim',
      'simLimits',
    ],
    load: () => import('./form-pages.tsx'),
  },
  pickers: { device: () => import('./picker.ts') },
  search: () => import('./search.tsx'),
})
