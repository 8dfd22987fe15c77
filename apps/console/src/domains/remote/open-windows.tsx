import './texts.ts'
import type { RemoteAccess } from '@longreach/contract/remote/schemas'
import i18next from 'i18next'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'
import { openShell } from './open-shell.ts'
import type { Target } from './target.ts'

const AddEntryWindow = lazy(() => import('./entry-window.tsx').then((file) => ({ default: file.AddEntryWindow })))
const EditEntryWindow = lazy(() => import('./entry-window.tsx').then((file) => ({ default: file.EditEntryWindow })))
const ConnectWindow = lazy(() => import('./connect-window.tsx').then((file) => ({ default: file.ConnectWindow })))

/** Without `device` it is selected in the form. */
export function openAddEntry(device?: { id: number; name: string }): void {
  const title = i18next.t('remote:form.addTitle')
  windows.open({ id: 'remote-add', title, width: 560, content: <AddEntryWindow device={device?.id ?? null} /> })
}

export function openEditEntry(entry: RemoteAccess): void {
  windows.open({
    id: `remote-edit-${entry.id}`,
    title: i18next.t('remote:form.editTitle', { name: entry.name }),
    width: 560,
    content: <EditEntryWindow entry={entry} />,
  })
}

/** Asks for the duration; with `immediately`, opens with the last one. */
export function openConnect(target: Target, how: { immediately?: boolean } = {}): void {
  const title = i18next.t('remote:open.title', { name: target.name })
  windows.open({
    id: target.key,
    title,
    width: 480,
    content: <ConnectWindow target={target} onShell={openShell} immediately={how.immediately ?? false} />,
  })
}
