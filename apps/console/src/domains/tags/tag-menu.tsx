import type { Tag } from '@longreach/contract/tags/schemas'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { deleteTagsAfterAsking } from './delete-tags.ts'
import { openTag } from './open-windows.tsx'

const icon = { size: 16, stroke: 1.6 }

/** Actions for a tag; nothing for users with read-only permissions. */
export function TagMenu({ tag, onDeleted }: { tag: Tag; onDeleted?: () => void }) {
  const { t } = useTranslation('tags')
  const client = useQueryClient()
  const can = { edit: useCan('update_tags'), remove: useCan('delete_tags') }
  if (!can.edit && !can.remove) return null
  const remove = async () => {
    if (await deleteTagsAfterAsking(only(tag.id), client, tag.name)) onDeleted?.()
  }
  return (
    <RowMenu label={t('actions', { name: tag.name })}>
      {can.edit ? (
        <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => openTag(tag)}>
          {t('edit')}
        </MenuItem>
      ) : null}
      {can.remove ? (
        <MenuItem danger leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
          {t('delete')}
        </MenuItem>
      ) : null}
    </RowMenu>
  )
}
