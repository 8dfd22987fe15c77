import './texts.ts'
import { listFiles } from '@longreach/contract/files/endpoints'
import { IconFiles } from '@tabler/icons-react'
import i18next from 'i18next'
import { joined, searchProvider } from '../../registry/search-provider.ts'

export const providers = [
  searchProvider(listFiles, {
    key: 'files',
    label: 'files:menu.files',
    icon: IconFiles,
    permission: 'view_files',
    table: '/management/files',
    fields: ['type', 'company_name'],
    present: ({ name = '', type, company_name }) => ({
      title: name,
      detail: joined(type && i18next.t(`files:type.${type}`), company_name),
      to: '/management/files',
      search: { q: name },
    }),
  }),
]
