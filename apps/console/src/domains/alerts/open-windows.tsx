import './texts.ts'
import type { Alert, AlertRule } from '@longreach/contract/alerts/schemas'
import i18next from 'i18next'
import { keyOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const AlertWindow = lazy(() => import('./alert-window.tsx').then((file) => ({ default: file.AlertWindow })))
const DeviceAlertsWindow = lazy(() =>
  import('./device-alerts-window.tsx').then((file) => ({ default: file.DeviceAlertsWindow })),
)
const NewAlertWindow = lazy(() => import('./new-alert-window.tsx').then((file) => ({ default: file.NewAlertWindow })))
const EditRuleWindow = lazy(() => import('./edit-rule-window.tsx').then((file) => ({ default: file.EditRuleWindow })))

const help = 'alerts'

export function openAlert(alert: Alert): void {
  windows.open({
    id: `alert-${alert.id}`,
    title: i18next.t('alerts:alert.title'),
    subtitle: alert.device_name,
    width: 520,
    help,
    content: <AlertWindow alert={alert} />,
  })
}

export function openDeviceAlerts({ id, name }: { id: number; name: string }): void {
  windows.open({
    id: `device-alerts-${id}`,
    title: i18next.t('alerts:device.title'),
    subtitle: name,
    width: 680,
    help,
    content: <DeviceAlertsWindow device={{ id, name }} />,
  })
}

function titleOf(selected: SelectedRows | null): string {
  if (selected === null) return i18next.t('alerts:form.title')
  const formatted = formatCount(selected.count)
  const [name] = selected.names
  if ('filter' in selected) return i18next.t('alerts:form.titleAll', { formatted })
  return selected.count === 1 && name !== undefined
    ? i18next.t('alerts:form.titleOne', { name })
    : i18next.t('alerts:form.titleMany', { count: selected.count, formatted })
}

/** Adds a rule to devices; with null they are selected in the window. */
export function openAddAlert(selected: SelectedRows | null, done?: () => void): void {
  windows.open({
    id: selected === null ? 'alert-new' : `alert-new ${keyOf(selected)}`,
    title: titleOf(selected),
    width: 560,
    help,
    content: <NewAlertWindow selected={selected} {...(done ? { onDone: done } : {})} />,
  })
}

export function openEditRule({ id, subtype, device_name }: Pick<AlertRule, 'id' | 'subtype' | 'device_name'>): void {
  windows.open({
    id: `alert-rule-${id}`,
    title: i18next.t('alerts:edit.title'),
    subtitle: `${subtype} · ${device_name}`,
    width: 560,
    help,
    content: <EditRuleWindow id={id} />,
  })
}
