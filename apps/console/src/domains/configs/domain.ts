import type { Backup } from '@longreach/contract/configs/backup-schemas'
import { IconAdjustments, IconArchive } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

const pages = () => import('./pages.ts')

declare module '../../registry/domain.ts' {
  interface Places {
    /** Items in the menu of a backup. */
    'backups.row': { backup: Backup }
  }
}

const mayApply = ['apply_multi_configuration'] as const
/** The second permission is needed to list backups for selection. */
const mayRestore = ['apply_multi_configuration', 'create_multi_configuration'] as const

export const configs = defineDomain({
  name: 'configs',
  labels,
  help: () => import('./en/help.json'),
  places: ['backups.row'],
  screens: [
    {
      path: '/device-configuration',
      permissions: ['create_multi_configuration'],
      menu: {
        group: 'management',
        item: 'configuration',
        label: 'configs:menu.configuration',
        icon: IconAdjustments,
      },
      help: 'multiconfig',
      page: async () => (await pages()).configsPage(),
    },
    {
      path: '/device-configuration/templates',
      permissions: ['create_multi_configuration'],
      under: 'configuration',
      help: 'multiconfig',
      page: async () => (await pages()).templatesPage(),
    },
    {
      path: '/management/upload-backup',
      permissions: ['create_multi_configuration'],
      menu: { group: 'management', item: 'backups', label: 'configs:menu.backups', icon: IconArchive },
      help: 'management.upload-backup',
      page: async () => (await pages()).backupsPage(),
    },
    {
      path: '/devices/$id/configuration',
      permissions: ['view_devices', 'view_multi_configuration'],
      all: true,
      under: 'devices',
      help: 'multiconfig',
      tab: { of: 'device', label: 'configs:menu.configuration' },
      page: async () => (await pages()).configurationTab(),
    },
  ],
  parts: [
    {
      at: 'backups.row',
      permissions: mayApply,
      load: () => import('./versions/restore-actions.tsx').then((file) => file.BackupRestore),
    },
    {
      at: 'devices.row',
      permissions: mayApply,
      load: () => import('./change-actions.tsx').then((file) => file.RowChange),
    },
    {
      at: 'devices.bulk',
      permissions: mayApply,
      load: () => import('./change-actions.tsx').then((file) => file.BulkChange),
    },
    {
      at: 'device.menu',
      permissions: mayApply,
      load: () => import('./change-actions.tsx').then((file) => file.DeviceChange),
    },
    {
      at: 'device.menu',
      permissions: mayRestore,
      load: () => import('./versions/restore-actions.tsx').then((file) => file.DeviceRestore),
    },
  ],
  pickers: { config_template: () => import('./picker.ts') },
  forms: {
    names: ['newBackupRule', 'editBackupRule', 'exportBackup', 'uploadMulticonfigDoc'],
    load: () => import('./form-pages.tsx'),
  },
})
