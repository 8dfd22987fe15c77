import './texts.ts'
import { createNotice } from '@longreach/contract/notices/endpoints'
import { newNoticeForm } from '@longreach/contract/notices/forms'
import type { FormPage } from '../../registry/domain.ts'
import { NoticeWindow } from './notice-window.tsx'

export const pages: readonly FormPage[] = [
  { form: newNoticeForm, call: createNotice, Page: () => <NoticeWindow notice={null} /> },
]
