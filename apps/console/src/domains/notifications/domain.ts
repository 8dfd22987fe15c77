import { defineDomain } from '../../registry/domain.ts'

export const notifications = defineDomain({
  name: 'notifications',
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/notifications',
      name: 'notifications.main',
      permissions: [],
      help: 'notifications',
      page: () => import('./notifications-page.tsx').then((file) => file.NotificationsPage),
    },
  ],
  parts: [{ at: 'shell.header', load: () => import('./bell.tsx').then((file) => file.Bell) }],
})
