import { IconListSearch } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

export const audit = defineDomain({
  name: 'audit',
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/system/audit-logs',
      permissions: ['view_audit_log'],
      menu: { group: 'system', item: 'auditLogs', label: 'audit:menu.auditLogs', icon: IconListSearch },
      help: 'system.audit-logs',
      page: () => import('./audit-page.tsx').then((file) => file.AuditPage),
    },
  ],
})
