import './texts.ts'
import { IconTag } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import type { SelectedRows } from '../../tables/selected-rows.ts'
import type { BulkProps } from '../../tables/table-page.tsx'
import { formatCount } from '../../ui/format.ts'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const ManageTagsWindow = lazy(() =>
  import('./manage-tags-window.tsx').then((file) => ({ default: file.ManageTagsWindow })),
)

function manageTitle(selected: SelectedRows): string {
  const formatted = formatCount(selected.count)
  const [name] = selected.names
  if ('filter' in selected) return i18next.t('tags:manage.titleAll', { formatted })
  return selected.count === 1 && name !== undefined
    ? i18next.t('tags:manage.titleOne', { name })
    : i18next.t('tags:manage.title', { count: selected.count, formatted })
}

export function openManageTags(selected: SelectedRows, onDone: () => void): void {
  const id = 'manage-tags'
  const onCount = (count: number) => windows.rename(id, manageTitle({ ...selected, count }))
  const content = <ManageTagsWindow selected={selected} onCount={onCount} onDone={onDone} />
  windows.open({ id, title: manageTitle(selected), width: 480, content })
}

/** Opens the window that changes the tags of the selected devices; nothing for users who may not change them. */
export function BulkTags({ selected, clear }: BulkProps) {
  const { t } = useTranslation('tags')
  const sees = useCan('view_tags')
  if (!useCan('assign_tags') || !sees) return null
  return (
    <BulkAction icon={<IconTag size={17} stroke={1.6} />} onClick={() => openManageTags(selected, clear)}>
      {t('manage.action')}
    </BulkAction>
  )
}
