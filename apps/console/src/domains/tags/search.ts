import './texts.ts'
import { listTags } from '@longreach/contract/tags/endpoints'
import { IconPlus, IconTag } from '@tabler/icons-react'
import type { SearchCommand } from '../../registry/domain.ts'
import { joined, searchProvider } from '../../registry/search-provider.ts'
import { openTag } from './open-windows.tsx'

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

export const commands: readonly SearchCommand[] = [
  { key: 'add-tag', label: 'tags:add', icon: IconPlus, permission: 'create_tags', run: () => openTag(null) },
]
