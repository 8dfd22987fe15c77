import type { FileRecord } from '@longreach/contract/files/schemas'
import { IconDownload, IconPencil, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { Place } from '../../registry/place.tsx'
import { only } from '../../tables/selected-rows.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { deleteFilesAfterAsking } from './delete-rows.ts'
import { downloadOne } from './download.ts'
import { openEditFile, openFileCompanies } from './open-windows.tsx'

const icon = { size: 16, stroke: 1.6 }

/** Actions for a file; one that is only shared with the user's company can be downloaded. */
export function FileMenu({ file }: { file: FileRecord }) {
  const { t } = useTranslation('files')
  const client = useQueryClient()
  const own = !file.shared
  const can = {
    download: useCan('download_files'),
    edit: useCan('update_files') && own,
    remove: useCan('delete_files') && own,
  }
  if (!can.download && !can.edit && !can.remove) return null
  return (
    <RowMenu label={t('actions', { name: file.name })}>
      {can.download ? (
        <MenuItem leftSection={<IconDownload {...icon} />} onClick={() => downloadOne(file)}>
          {t('download')}
        </MenuItem>
      ) : null}
      {can.edit ? (
        <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => openEditFile(file)}>
          {t('edit')}
        </MenuItem>
      ) : null}
      {can.edit && file.type !== 'global_firmware' ? (
        <MenuItem leftSection={<IconUsersGroup {...icon} />} onClick={() => openFileCompanies(file)}>
          {t('companies.action')}
        </MenuItem>
      ) : null}
      <Place at="files.row" file={file} />
      {can.remove ? (
        <MenuItem
          danger
          leftSection={<IconTrash {...icon} />}
          onClick={() => void deleteFilesAfterAsking(only(file.id), client, file.name)}
        >
          {t('delete')}
        </MenuItem>
      ) : null}
    </RowMenu>
  )
}
