import './texts.ts'
import { fileLimits } from '@longreach/contract/files/constants'
import { IconArchive, IconCalendarRepeat, IconDownload, IconTrash, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import { BulkAction } from '../../../tables/bulk-bar.tsx'
import { type BulkProps, TablePage } from '../../../tables/table-page.tsx'
import { Button } from '../../../ui/button.tsx'
import {
  deleteFilesAfterAsking,
  downloadAll,
  downloadOne,
  openAddFile,
  UploadPanel,
} from '../../files/public/file-actions.ts'
import { backupTable } from './list.tsx'
import { openBackupRules, openExportBackup } from './open-backup-windows.tsx'

const icon = { size: 17, stroke: 1.7 }

/** `/management/upload-backup`: backups of devices, and the rules that create them. */
export function BackupsPage() {
  const { t } = useTranslation('backups')
  const may = {
    export: useCan('execute_device_actions'),
    rules: useCan('view_periodic_backup_rules'),
    upload: useCan('upload_files'),
    download: useCan('download_files'),
  }
  const actions = (
    <>
      {may.rules ? (
        <Button icon={<IconCalendarRepeat {...icon} />} onClick={openBackupRules}>
          {t('rulesAction')}
        </Button>
      ) : null}
      {may.upload ? (
        <Button icon={<IconUpload {...icon} />} onClick={() => openAddFile(undefined, [], 'config')}>
          {t('upload')}
        </Button>
      ) : null}
      {may.export ? (
        <Button look="primary" icon={<IconArchive {...icon} />} onClick={openExportBackup}>
          {t('export.action')}
        </Button>
      ) : null}
    </>
  )
  return (
    <TablePage
      table={backupTable}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={(backup) => may.download && downloadOne(backup)}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={actions}
      notice={<UploadPanel />}
      bulk={(bulk) => <BackupsBulk {...bulk} />}
      empty={{
        icon: <IconArchive size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t('none.text'),
      }}
      failed={t('failed')}
    />
  )
}

/** Needs ids of rows: the filters of this list differ from those of all files. */
function BackupsBulk({ selected, clear }: BulkProps) {
  const { t } = useTranslation('backups')
  const client = useQueryClient()
  const mayDownload = useCan('download_files')
  const mayDelete = useCan('delete_files')
  if (!('ids' in selected)) return null
  const { ids } = selected
  return (
    <>
      {mayDownload && ids.length <= fileLimits.archive ? (
        <BulkAction icon={<IconDownload {...icon} />} onClick={() => downloadAll(ids)}>
          {t('downloadZip')}
        </BulkAction>
      ) : null}
      {mayDelete ? (
        <BulkAction
          icon={<IconTrash {...icon} />}
          onClick={() => void deleteFilesAfterAsking(selected, client).then((done) => done && clear())}
        >
          {t('delete')}
        </BulkAction>
      ) : null}
    </>
  )
}
