import { listCompanies } from '@longreach/contract/companies/endpoints'
import { IconBuilding } from '@tabler/icons-react'
import { joined, searchProvider } from '../../registry/search-provider.ts'

export const providers = [
  searchProvider(listCompanies, {
    key: 'companies',
    label: 'companies:menu.companies',
    icon: IconBuilding,
    permission: 'view_companies',
    table: '/companies',
    fields: ['parent_name'],
    present: ({ id, name = '', parent_name }) => ({ title: name, detail: joined(parent_name), to: `/companies/${id}` }),
  }),
]
