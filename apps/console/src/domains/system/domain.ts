import { defineDomain } from '../../registry/domain.ts'

export const system = defineDomain({
  name: 'system',
  parts: [{ at: 'shell.notice', load: () => import('./system-notice.tsx').then((file) => file.SystemNotice) }],
})
