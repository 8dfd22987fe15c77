import './texts.ts'
import type { WrittenNotice } from '@longreach/contract/notices/schemas'
import i18next from 'i18next'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const NoticeWindow = lazy(() => import('./notice-window.tsx').then((file) => ({ default: file.NoticeWindow })))

/** Opens a notice to edit, or a new one with null. */
export function openNotice(notice: WrittenNotice | null): void {
  windows.open({
    id: notice ? `notice-${notice.id}` : 'notice-new',
    title: i18next.t(notice ? 'notices:form.edit' : 'notices:add'),
    width: 600,
    help: 'notices',
    content: <NoticeWindow notice={notice} />,
  })
}
