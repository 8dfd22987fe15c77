import { IconSpeakerphone } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

export const notices = defineDomain({
  name: 'notices',
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/notices',
      permissions: ['admin_view_notice'],
      menu: { group: 'system', item: 'notices', label: 'notices:menu.notices', icon: IconSpeakerphone },
      help: 'notices',
      page: () => import('./notices-page.tsx').then((file) => file.NoticesPage),
    },
  ],
  parts: [{ at: 'shell.header', load: () => import('./notices-button.tsx').then((file) => file.NoticesButton) }],
  forms: { names: ['newNotice'], load: () => import('./form-pages.tsx') },
  search: () => import('./search.ts'),
})
