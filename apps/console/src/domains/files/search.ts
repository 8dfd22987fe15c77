import './texts.ts'
import { listFiles } from '@longreach/contract/files/endpoints'
import { listImages } from '@longreach/contract/files/image-endpoints'
import { IconFiles, IconPhoto } from '@tabler/icons-react'
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
  searchProvider(listImages, {
    key: 'images',
    label: 'files:menu.images',
    icon: IconPhoto,
    permission: 'view_images',
    table: '/management/files/images',
    fields: ['description', 'company_name'],
    present: ({ name = '', description, company_name }) => ({
      title: name,
      detail: joined(description, company_name),
      to: '/management/files/images',
      search: { q: name },
    }),
  }),
]
