import type { Tag } from '@longreach/contract/tags/schemas'
import { IconTag } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { defineDomain } from '../../registry/domain.ts'
import type { BulkProps } from '../../tables/table-page.tsx'
import labels from './en/labels.json' with { type: 'json' }

declare module '../../registry/domain.ts' {
  interface Places {
    /** Buttons on the page of a tag. */
    'tag.actions': { tag: Tag }
    /** The devices on the page of a tag. */
    'tag.devices': {
      tag: Tag
      title: string
      none: { title: string; text: string }
      bulk: ((chosen: BulkProps) => ReactNode) | null
    }
  }
}

export const tags = defineDomain({
  name: 'tags',
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/tags',
      permissions: ['view_tags'],
      menu: { group: 'administration', item: 'tags', label: 'tags:menu.tags', icon: IconTag },
      help: 'tags.main',
      page: () => import('./tags-page.tsx').then((file) => file.TagsPage),
    },
    {
      path: '/tag/$id',
      permissions: ['view_tags'],
      under: 'tags',
      help: 'tags.main',
      places: ['tag.actions', 'tag.devices'],
      page: () => import('./tag-page.tsx').then((file) => file.TagPage),
    },
    {
      path: '/companies/$company_id/tags',
      name: 'company.tags',
      permissions: ['view_companies', 'view_tags'],
      all: true,
      under: 'companies',
      help: 'company.info',
      tab: { of: 'company', label: 'tags:tab.company', order: 1 },
      page: () => import('./company-tags.tsx').then((file) => file.CompanyTags),
    },
  ],
  parts: [
    {
      at: 'devices.row',
      permissions: ['assign_tags'],
      load: () => import('./row-tags.tsx').then((file) => file.RowTags),
    },
    {
      at: 'devices.bulk',
      permissions: ['assign_tags'],
      load: () => import('./bulk-tags.tsx').then((file) => file.BulkTags),
    },
  ],
  forms: { names: ['newTag', 'editTag', 'tagFile'], load: () => import('./form-pages.tsx') },
  pickers: { tag: () => import('./picker.ts') },
  search: () => import('./search.ts'),
})
