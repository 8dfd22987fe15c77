import { listTags } from '@longreach/contract/tags/endpoints'
import { IconTag } from '@tabler/icons-react'
import { joined, searchProvider } from '../../registry/search-provider.ts'

export const providers = [
  searchProvider(listTags, {
    key: 'tags',
    label: 'tags:menu.tags',
    icon: IconTag,
    permission: 'view_tags',
    table: '/tags',
    fields: ['company_name'],
    present: ({ id, name = '', company_name }) => ({ title: name, detail: joined(company_name), to: `/tag/${id}` }),
  }),
]
