import './texts.ts'
import { fileLimits } from '@longreach/contract/files/constants'
import { IconDownload, IconFiles, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { type BulkProps, TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import type { CompanyTab } from '../companies/public/use-company-tab.tsx'
import { deleteFilesAfterAsking } from './delete-rows.ts'
import { downloadAll } from './download.ts'
import { DropZone } from './drop-zone.tsx'
import { fileTable } from './files-list.tsx'
import { openAddFile, openFile } from './open-windows.tsx'
import { UploadPanel } from './upload-panel.tsx'

interface Props {
  /** The company whose page shows the list. */
  company?: CompanyTab
}

/** `/management/files`: files of the companies in reach, and files shared with them. */
export function FilesPage({ company }: Props) {
  const { t } = useTranslation('files')
  const mayUpload = useCan('upload_files')
  const add = mayUpload ? (
    <Button
      look="primary"
      size={company ? 'small' : 'medium'}
      icon={<IconPlus size={17} stroke={1.8} />}
      onClick={() => openAddFile(company?.id)}
    >
      {t('add')}
    </Button>
  ) : null
  return (
    <DropZone onFiles={mayUpload ? (files) => openAddFile(company?.id, files) : null}>
      <TablePage
        table={fileTable}
        narrow={company?.limits}
        tools={company?.tools}
        title={t('title')}
        searchLabel={t('search')}
        onOpen={openFile}
        countText={(count, formatted) => t('total', { count, formatted })}
        action={add}
        notice={<UploadPanel />}
        bulk={(bulk) => <FilesBulk {...bulk} />}
        empty={{
          icon: <IconFiles size={22} stroke={1.6} />,
          title: t('none.title'),
          text: t(mayUpload ? 'none.text' : 'none.textView'),
          action: add,
        }}
        failed={t('failed')}
      />
    </DropZone>
  )
}

export function FilesBulk({ selected, clear }: BulkProps) {
  const { t } = useTranslation('files')
  const client = useQueryClient()
  const mayDownload = useCan('download_files')
  const mayDelete = useCan('delete_files')
  const ids = 'ids' in selected && selected.ids.length <= fileLimits.archive ? selected.ids : null
  return (
    <>
      {mayDownload && ids ? (
        <BulkAction icon={<IconDownload size={17} stroke={1.6} />} onClick={() => downloadAll(ids)}>
          {t('downloadZip')}
        </BulkAction>
      ) : null}
      {mayDelete ? (
        <BulkAction
          icon={<IconTrash size={17} stroke={1.6} />}
          onClick={() => void deleteFilesAfterAsking(selected, client).then((done) => done && clear())}
        >
          {t('delete')}
        </BulkAction>
      ) : null}
    </>
  )
}
