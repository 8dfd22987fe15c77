import { IconBuildingWarehouse } from '@tabler/icons-react'
import { searchProvider } from '../../registry/search-provider.ts'
import { listDepots } from './list.ts'

export const providers = [
  searchProvider(listDepots, {
    key: 'depots',
    label: 'depots:menu.depots',
    icon: IconBuildingWarehouse,
    permission: 'view_devices',
    table: '/depots',
    fields: ['name'],
    present: ({ id, name }) => ({ title: name, detail: '', to: `/depots?id=${id}` }),
  }),
]
