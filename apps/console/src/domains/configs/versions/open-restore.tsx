import '../texts.ts'
import type { ConfigVersion } from '@longreach/contract/configs/schemas'
import i18next from 'i18next'
import { lazy } from '../../../ui/lazy.ts'
import { windows } from '../../../windows/store.ts'

const RestoreWindow = lazy(() => import('./restore-window.tsx').then((file) => ({ default: file.RestoreWindow })))

/** Asks before a device gets a version again; `running` is the id of its current version. */
export function openRestore(version: ConfigVersion, running: number): void {
  windows.open({
    id: 'config-restore',
    title: i18next.t('configs:history.restore.title', { seq: version.seq }),
    subtitle: version.device_name,
    width: 820,
    help: 'multiconfig',
    content: <RestoreWindow key={version.id} version={version} running={running} />,
  })
}
