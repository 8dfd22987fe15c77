import type { Backup } from '@longreach/contract/configs/backup-schemas'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import { Place } from '../../../registry/place.tsx'
import { only } from '../../../tables/selected-rows.ts'
import { MenuItem } from '../../../ui/menu.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { deleteFilesAfterAsking, downloadOne } from '../../files/public/file-actions.ts'

const icon = { size: 16, stroke: 1.6 }

/** Actions for a backup; one that is only shared with the user's company can be restored and downloaded. */
export function BackupMenu({ backup }: { backup: Backup }) {
  const { t } = useTranslation('backups')
  const client = useQueryClient()
  const mayDownload = useCan('download_files')
  const mayDelete = useCan('delete_files') && !backup.shared
  const mayRestore = useCan('apply_multi_configuration')
  if (!mayDownload && !mayDelete && !mayRestore) return null
  return (
    <RowMenu label={t('actions', { name: backup.name })}>
      <Place at="backups.row" backup={backup} />
      {mayDownload ? (
        <MenuItem leftSection={<IconDownload {...icon} />} onClick={() => downloadOne(backup)}>
          {t('download')}
        </MenuItem>
      ) : null}
      {mayDelete ? (
        <MenuItem
          danger
          leftSection={<IconTrash {...icon} />}
          onClick={() => void deleteFilesAfterAsking(only(backup.id), client, backup.name)}
        >
          {t('delete')}
        </MenuItem>
      ) : null}
    </RowMenu>
  )
}
