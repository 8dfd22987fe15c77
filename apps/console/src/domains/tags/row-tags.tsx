import './texts.ts'
import { IconTag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { openManageTags } from './bulk-tags.tsx'

/** Opens the window that changes the tags of one device; nothing for users who may not change them. */
export function RowTags({ row }: { row: { id: number; name: string } }) {
  const { t } = useTranslation('tags')
  const sees = useCan('view_tags')
  if (!useCan('assign_tags') || !sees) return null
  return (
    <MenuItem
      leftSection={<IconTag size={16} stroke={1.6} />}
      onClick={() => openManageTags(only(row.id, row.name), () => undefined)}
    >
      {t('manage.action')}
    </MenuItem>
  )
}
