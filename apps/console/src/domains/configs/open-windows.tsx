import './texts.ts'
import type { Backup } from '@longreach/contract/configs/backup-schemas'
import type { ConfigCall } from '@longreach/contract/configs/calls'
import type { ConfigTemplate } from '@longreach/contract/configs/schemas'
import i18next from 'i18next'
import { keyOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'
import type { Change } from './queries.ts'

const ChangeWindow = lazy(() => import('./change-window.tsx').then((file) => ({ default: file.ChangeWindow })))
const ApplyWindow = lazy(() => import('./apply-window.tsx').then((file) => ({ default: file.ApplyWindow })))
const RestoreBackupWindow = lazy(() =>
  import('./backups/restore-backup-window.tsx').then((file) => ({ default: file.RestoreBackupWindow })),
)
const TemplateWindow = lazy(() => import('./templates/window.tsx').then((file) => ({ default: file.TemplateWindow })))

const LogWindow = lazy(() => import('./log-window.tsx').then((file) => ({ default: file.LogWindow })))

const help = 'multiconfig'
const changeId = 'config-change'

function whichDevices(selected: SelectedRows): string {
  const formatted = formatCount(selected.count)
  const [name] = selected.names
  if ('filter' in selected) return i18next.t('configs:change.all', { formatted })
  return selected.count === 1 && name !== undefined
    ? name
    : i18next.t('configs:change.some', { count: selected.count, formatted })
}

/** Opens a change for the given devices, or for devices to be selected in the window, optionally with a template. */
export function openChange(selected?: SelectedRows, template?: number): void {
  windows.open({
    id: changeId,
    title: i18next.t('configs:change.title'),
    ...(selected ? { subtitle: whichDevices(selected) } : {}),
    width: 900,
    help,
    content: (
      <ChangeWindow key={`${selected ? keyOf(selected) : ''} ${template}`} selected={selected} template={template} />
    ),
  })
}

export const closeChange = (): void => windows.close(changeId)

/** Opens the restoring of a backup on devices; both can be selected in the window. */
export function openRestoreBackup(
  of: { backup: Backup } | { device: { id: number; name: string; model: string | null } },
): void {
  windows.open({
    id: changeId,
    title: i18next.t('configs:restore.title'),
    subtitle: 'backup' in of ? of.backup.name : of.device.name,
    width: 560,
    help: 'management.upload-backup',
    content: <RestoreBackupWindow key={JSON.stringify(of)} of={of} />,
  })
}

/** Opens the preview of a change, which is sent from there. */
export function openApply(change: Change): void {
  const { source, selected } = change
  windows.open({
    id: 'config-apply',
    title: i18next.t('backup' in source ? 'configs:apply.backup' : 'configs:apply.title'),
    subtitle: 'calls' in source ? whichDevices(selected) : source.name,
    width: 1060,
    help,
    content: <ApplyWindow change={change} />,
  })
}

export function openSaveCalls(calls: ConfigCall[]): void {
  windows.open({
    id: 'config-template',
    title: i18next.t('configs:template.save'),
    width: 520,
    help,
    content: <TemplateWindow calls={calls} template={null} />,
  })
}

/** Opens a template: its name, version, limits and settings. */
export function openTemplate(template: ConfigTemplate | null): void {
  windows.open({
    id: 'config-template',
    title: i18next.t(template ? 'configs:template.edit' : 'configs:template.new'),
    ...(template ? { subtitle: template.name } : {}),
    width: 900,
    help,
    content: <TemplateWindow key={template?.id ?? 0} calls={null} template={template} />,
  })
}

export function openConfigLog({ id, name }: { id: number; name: string }): void {
  windows.open({
    id: 'config-log',
    title: i18next.t('configs:log.title'),
    subtitle: name,
    width: 720,
    help,
    content: <LogWindow key={id} device={id} />,
  })
}
