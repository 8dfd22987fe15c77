import './texts.ts'
import type { AuditLine } from '@longreach/contract/audit/endpoints'
import i18next from 'i18next'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const LineWindow = lazy(() => import('./line-window.tsx').then((file) => ({ default: file.LineWindow })))

export function openLine(line: AuditLine): void {
  windows.open({
    id: `audit-${line.id}`,
    title: i18next.t('audit:line.title', { id: line.id }),
    width: 680,
    content: <LineWindow line={line} />,
  })
}
