import './texts.ts'
import { IconPhoto, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { type BulkProps, TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import type { CompanyTab } from '../companies/public/use-company-tab.tsx'
import { deleteImagesAfterAsking } from './delete-rows.ts'
import { DropZone } from './drop-zone.tsx'
import { imageTable } from './images-list.tsx'
import { openAddImage, openGallery } from './open-windows.tsx'
import { UploadPanel } from './upload-panel.tsx'

interface Props {
  /** The company whose page shows the gallery. */
  company?: CompanyTab
}

/** `/management/files/images`: images of the companies in reach, as a gallery. */
export function ImagesPage({ company }: Props) {
  const { t } = useTranslation('files')
  const mayUpload = useCan('upload_images')
  const mayDelete = useCan('delete_images')
  const add = mayUpload ? (
    <Button
      look="primary"
      size={company ? 'small' : 'medium'}
      icon={<IconPlus size={17} stroke={1.8} />}
      onClick={() => openAddImage(company?.id)}
    >
      {t('images.add')}
    </Button>
  ) : null
  return (
    <DropZone onFiles={mayUpload ? (files) => openAddImage(company?.id, files) : null}>
      <TablePage
        table={imageTable}
        narrow={company?.limits}
        tools={company?.tools}
        title={t('images.title')}
        searchLabel={t('images.search')}
        onOpen={openGallery}
        countText={(count, formatted) => t('images.total', { count, formatted })}
        action={add}
        notice={<UploadPanel />}
        bulk={mayDelete ? (bulk) => <ImagesBulk {...bulk} /> : null}
        empty={{
          icon: <IconPhoto size={22} stroke={1.6} />,
          title: t('images.none.title'),
          text: t(mayUpload ? 'images.none.text' : 'images.none.textView'),
          action: add,
        }}
        failed={t('images.failed')}
      />
    </DropZone>
  )
}

function ImagesBulk({ selected, clear }: BulkProps) {
  const { t } = useTranslation('files')
  const client = useQueryClient()
  return (
    <BulkAction
      icon={<IconTrash size={17} stroke={1.6} />}
      onClick={() => void deleteImagesAfterAsking(selected, client).then((done) => done && clear())}
    >
      {t('delete')}
    </BulkAction>
  )
}
