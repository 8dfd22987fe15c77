import { IconBuildingWarehouse } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

/** A complete domain as a test adds it: this folder, and its entry in the list. */
export const depots = defineDomain({
  name: 'depots',
  labels,
  screens: [
    {
      path: '/depots',
      permissions: ['view_devices'],
      menu: { group: 'management', item: 'depots', label: 'depots:menu.depots', icon: IconBuildingWarehouse },
      page: () => import('./depots-page.tsx').then((file) => file.DepotsPage),
    },
    {
      path: '/devices/$id/depot',
      permissions: ['view_devices'],
      under: 'devices',
      tab: { of: 'device', label: 'depots:tab.device' },
      page: () => import('./device-depot.tsx').then((file) => file.DeviceDepot),
    },
  ],
  parts: [{ at: 'devices.bulk', load: () => import('./send-to-depot.tsx').then((file) => file.SendToDepot) }],
  forms: { names: ['newDepot'], load: () => import('./form-pages.tsx') },
  search: () => import('./search.ts'),
})
