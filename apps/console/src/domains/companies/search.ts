import './texts.ts'
import { listCompanies } from '@longreach/contract/companies/endpoints'
import { IconBuilding, IconPlus } from '@tabler/icons-react'
import type { SearchCommand } from '../../registry/domain.ts'
import { joined, searchProvider } from '../../registry/search-provider.ts'
import { openNewCompany } from './open-windows.tsx'

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

export const commands: readonly SearchCommand[] = [
  {
    key: 'add-company',
    label: 'companies:add',
    icon: IconPlus,
    permission: 'create_companies',
    run: () => openNewCompany(),
  },
]
