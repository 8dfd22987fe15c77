import './texts.ts'
import type { AuditLine } from '@longreach/contract/audit/endpoints'
import i18next from 'i18next'
import { late } from '../../ui/late.ts'
import { windows } from '../../windows/store.ts'

const LineWindow = late(() => import('./line-window.tsx').then((file) => ({ default: file.LineWindow })))

export function openLine(line: AuditLine): void {
  windows.open({
    id: `audit-${line.id}`,
    title: i18next.t('audit:line.title', { id: line.id }),
    width: 680,
    content: <LineWindow line={line} />,
  })
}
