import { listDevices } from '@longreach/contract/devices/endpoints'
import { IconRouter } from '@tabler/icons-react'
import { joined, searchProvider } from '../../registry/search-provider.ts'

export const providers = [
  searchProvider(listDevices, {
    key: 'devices',
    label: 'devices:menu.devices',
    icon: IconRouter,
    permission: 'view_devices',
    table: '/management/devices',
    in: ['serial', 'mac', 'imei'],
    fields: ['model', 'serial', 'company_name'],
    present: ({ id, name = '', model, serial, company_name }) => ({
      title: name,
      detail: joined(model, serial, company_name),
      to: `/devices/${id}`,
    }),
  }),
]
