import type { ImageRecord } from '@longreach/contract/files/image-schemas'
import { IconDownload, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { deleteImagesAfterAsking } from './delete-rows.ts'
import { downloadImage } from './image-address.ts'
import { openEditImage } from './open-windows.tsx'

const icon = { size: 16, stroke: 1.6 }

export function ImageMenu({ image }: { image: ImageRecord }) {
  const { t } = useTranslation('files')
  const client = useQueryClient()
  const mayEdit = useCan('update_images')
  const mayDelete = useCan('delete_images')
  return (
    <RowMenu tabIndex={-1} label={t('actions', { name: image.name })}>
      <MenuItem leftSection={<IconDownload {...icon} />} onClick={() => downloadImage(image)}>
        {t('download')}
      </MenuItem>
      {mayEdit ? (
        <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => openEditImage(image)}>
          {t('edit')}
        </MenuItem>
      ) : null}
      {mayDelete ? (
        <MenuItem
          danger
          leftSection={<IconTrash {...icon} />}
          onClick={() => void deleteImagesAfterAsking(only(image.id), client, image.name)}
        >
          {t('delete')}
        </MenuItem>
      ) : null}
    </RowMenu>
  )
}
