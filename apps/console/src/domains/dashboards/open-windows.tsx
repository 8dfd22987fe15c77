import './texts.ts'
import type { WidgetType } from '@longreach/contract/dashboards/constants'
import type { Dashboard } from '@longreach/contract/dashboards/schemas'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import i18next from 'i18next'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const NameWindow = lazy(() => import('./name-window.tsx').then((file) => ({ default: file.NameWindow })))
const ManageWindow = lazy(() => import('./manage-window.tsx').then((file) => ({ default: file.ManageWindow })))
const CopyWindow = lazy(() => import('./copy-window.tsx').then((file) => ({ default: file.CopyWindow })))
const PaletteWindow = lazy(() => import('./palette-window.tsx').then((file) => ({ default: file.PaletteWindow })))
const SettingsWindow = lazy(() => import('./settings-window.tsx').then((file) => ({ default: file.SettingsWindow })))

export function openNewDashboard(device: number): void {
  windows.open({
    id: 'dashboard-new',
    title: i18next.t('dashboards:new'),
    width: 440,
    content: <NameWindow device={device} dashboard={null} />,
  })
}

export function openRename(dashboard: Dashboard): void {
  windows.open({
    id: `dashboard-name ${dashboard.id}`,
    title: i18next.t('dashboards:renameOf', { name: dashboard.name }),
    width: 440,
    content: <NameWindow device={dashboard.device_id} dashboard={dashboard} />,
  })
}

export function openManage(device: number): void {
  windows.open({
    id: `dashboards ${device}`,
    title: i18next.t('dashboards:title'),
    width: 560,
    content: <ManageWindow device={device} />,
  })
}

export function openCopy(dashboard: Dashboard): void {
  windows.open({
    id: `dashboard-copy ${dashboard.id}`,
    title: i18next.t('dashboards:copying.title', { name: dashboard.name }),
    width: 520,
    content: <CopyWindow dashboard={dashboard} />,
  })
}

export function openPalette(onChosen: (type: WidgetType) => void): void {
  windows.open({
    id: 'dashboard-palette',
    title: i18next.t('dashboards:palette'),
    width: 640,
    content: <PaletteWindow onChosen={onChosen} />,
  })
}

export interface Settings {
  device: number
  widget: Widget
  onSaved: (widget: Widget) => void
}

export function openSettings(settings: Settings): void {
  windows.open({
    id: 'dashboard-settings',
    title: i18next.t(`dashboards:types.${settings.widget.type}`),
    width: 520,
    content: <SettingsWindow key={settings.widget.id} {...settings} />,
  })
}
