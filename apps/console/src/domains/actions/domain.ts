import { defineDomain } from '../../registry/domain.ts'

export const actions = defineDomain({
  name: 'actions',
  parts: [
    {
      at: 'devices.tools',
      permissions: ['view_device_logs', 'view_pending_device_actions'],
      load: () => import('./actions-menu.tsx').then((file) => file.ActionsMenu),
    },
    {
      at: 'devices.row',
      permissions: ['execute_device_actions', 'execute_device_command'],
      load: () => import('./row-actions.tsx').then((file) => file.RowActions),
    },
    {
      at: 'devices.bulk',
      permissions: ['execute_device_actions', 'execute_device_command'],
      load: () => import('./bulk-actions.tsx').then((file) => file.BulkActions),
    },
    { at: 'device.actions', load: () => import('./device-actions.tsx').then((file) => file.DeviceActions) },
  ],
  search: () => import('./search.ts'),
  follow: (id) => import('./public/open-windows.tsx').then((file) => file.openActionStatus(id)),
})
