import { defineDomain } from '../registry/domain.ts'

declare module '../registry/domain.ts' {
  interface Places {
    /** After the name: the company that the console is limited to. */
    'shell.context': object
    /** Buttons beside the account menu. */
    'shell.header': object
    /** Notices above the content of every screen. */
    'shell.notice': object
    /** Questions that have to be answered before anything else. */
    'shell.start': object
    /** After the tabs of the dock. */
    'shell.dock': object
    'shell.search': {
      onClose: () => void
      /** Text typed before the field was ready. */
      takeEarly: () => string
    }
  }
}

/** Pages of the console itself. */
export const frame = defineDomain({
  name: 'frame',
  help: () => import('../forms/en/help.json'),
  places: ['shell.context', 'shell.header', 'shell.notice', 'shell.start', 'shell.search', 'shell.dock'],
  screens: [
    {
      path: '/forms/$name',
      name: 'form',
      permissions: [],
      help: 'form',
      page: () => import('../forms/form-page.tsx').then((file) => file.FormPage),
    },
    {
      path: '/forms/$name/$id',
      name: 'form',
      permissions: [],
      help: 'form',
      page: () => import('../forms/form-page.tsx').then((file) => file.FormPage),
    },
    {
      path: '/changelog',
      permissions: [],
      page: () => import('../shell/lazy/changelog-page.tsx').then((file) => file.ChangelogPage),
    },
    {
      path: '/404',
      permissions: [],
      open: true,
      standalone: true,
      page: () => import('./refused-screens.tsx').then((file) => file.NotFoundScreen),
    },
    {
      path: '/offline.html',
      permissions: [],
      open: true,
      standalone: true,
      page: () => import('./notice-screens.tsx').then((file) => file.OfflineScreen),
    },
  ],
})
