import type { Backup } from '@longreach/contract/configs/backup-schemas'
import { IconArchive } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

declare module '../../registry/domain.ts' {
  interface Places {
    /** Items in the menu of a backup. */
    'backups.row': { backup: Backup }
  }
}

export const configs = defineDomain({
  name: 'configs',
  labels,
  help: () => import('./en/help.json'),
  places: ['backups.row'],
  screens: [
    {
      path: '/management/upload-backup',
      permissions: ['create_multi_configuration'],
      menu: { group: 'management', item: 'backups', label: 'configs:menu.backups', icon: IconArchive },
      help: 'management.upload-backup',
      page: () => import('./backups-page.tsx').then((file) => file.BackupsPage),
    },
  ],
  forms: { names: ['newBackupRule', 'editBackupRule', 'exportBackup'], load: () => import('./backup-form-pages.tsx') },
})
