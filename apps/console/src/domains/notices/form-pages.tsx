import './texts.ts'
import { newNoticeForm } from '@longreach/contract/notices/forms'
import type { FormPage } from '../../registry/domain.ts'
import { NoticeWindow } from './notice-window.tsx'

/** Forms about notices as pages. */
export const pages: readonly FormPage[] = [{ form: newNoticeForm, Page: () => <NoticeWindow notice={null} /> }]
