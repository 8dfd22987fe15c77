import { IconMail } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

export const mail = defineDomain({
  name: 'mail',
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/system/mail-logs',
      permissions: ['view_mail_logs'],
      menu: { group: 'system', item: 'mailLogs', label: 'mail:menu.mailLogs', icon: IconMail },
      help: 'system.mail-logs',
      page: () => import('./mail-logs-page.tsx').then((file) => file.MailLogsPage),
    },
  ],
  forms: { names: ['removeFromSuppresionList'], load: () => import('./form-pages.tsx') },
})
