import './texts.ts'
import type { MonitoringTemplate } from '@longreach/contract/monitoring/template-schemas'
import i18next from 'i18next'
import type { SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const AssignWindow = lazy(() => import('./assign-window.tsx').then((file) => ({ default: file.AssignWindow })))

const ValuesWindow = lazy(() => import('./values-window.tsx').then((file) => ({ default: file.ValuesWindow })))

const help = 'monitoring-templates'

function titleOf(selected: SelectedRows): string {
  const formatted = formatCount(selected.count)
  const [name] = selected.names
  if ('filter' in selected) return i18next.t('monitoring:assign.titleAll', { formatted })
  return selected.count === 1 && name !== undefined
    ? i18next.t('monitoring:assign.title', { name })
    : i18next.t('monitoring:assign.titleMany', { count: selected.count, formatted })
}

export function openAssign(selected: SelectedRows): void {
  windows.open({
    id: 'monitoring-assign',
    title: titleOf(selected),
    width: 520,
    help,
    content: <AssignWindow selected={selected} />,
  })
}

export function openValues(template: MonitoringTemplate): void {
  windows.open({
    id: 'monitoring-values',
    title: i18next.t('monitoring:values.title', { name: template.config.name }),
    width: 640,
    help,
    content: <ValuesWindow key={template.id} template={template} />,
  })
}
