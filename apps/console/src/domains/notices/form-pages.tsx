import './texts.ts'
import { NoticeWindow } from './notice-window.tsx'

/** Forms about notices as pages. */
export const pages = {
  newNotice: () => <NoticeWindow notice={null} />,
}
