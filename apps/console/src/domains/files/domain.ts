import type { FileRecord } from '@longreach/contract/files/schemas'
import { IconFiles, IconPhoto, IconWorldUpload } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

const pages = () => import('./pages.ts')

declare module '../../registry/domain.ts' {
  interface Places {
    /** Items in the menu of a file. */
    'files.row': { file: FileRecord }
  }
}

export const files = defineDomain({
  name: 'files',
  places: ['files.row'],
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/management/files',
      permissions: ['view_files'],
      menu: { group: 'administration', item: 'files', label: 'files:menu.files', icon: IconFiles },
      help: 'management.files',
      page: async () => (await pages()).filesPage(),
    },
    {
      path: '/management/files/images',
      permissions: ['view_images'],
      menu: { group: 'administration', item: 'images', label: 'files:menu.images', icon: IconPhoto },
      help: 'management.images',
      page: async () => (await pages()).imagesPage(),
    },
    {
      path: '/companies/$company_id/files',
      permissions: ['view_companies', 'view_files'],
      all: true,
      under: 'companies',
      help: 'company.info',
      tab: { of: 'company', group: 'files:tab.company', label: 'files:tab.company', order: 2 },
      page: async () => (await pages()).companyFiles(),
    },
    {
      path: '/companies/$company_id/images',
      permissions: ['view_companies', 'view_images'],
      all: true,
      under: 'companies',
      help: 'company.info',
      tab: { of: 'company', group: 'files:tab.company', label: 'files:tab.images', order: 2 },
      page: async () => (await pages()).companyImages(),
    },
    {
      path: '/files/global/firmware',
      permissions: ['upload_files_global_scope'],
      menu: { group: 'system', item: 'globalFirmware', label: 'files:menu.globalFirmware', icon: IconWorldUpload },
      help: 'files.global',
      page: async () => (await pages()).globalFirmwarePage(),
    },
  ],
  pickers: { file: () => import('./picker.ts') },
  search: () => import('./search.ts'),
})
