import '../texts.ts'
import type { Action } from '@longreach/contract/actions/schemas'
import i18next from 'i18next'
import type { Work } from '../../../registry/domain.ts'
import { keyOf, type SelectedRows } from '../../../tables/selected-rows.ts'
import { formatCount } from '../../../ui/format.ts'
import { lazy } from '../../../ui/lazy.ts'
import { windows } from '../../../windows/store.ts'
import { kindTitle } from '../kind-title.ts'

const ActionStatusWindow = lazy(() =>
  import('../action-status-window.tsx').then((file) => ({ default: file.ActionStatusWindow })),
)
const WorkStatusWindow = lazy(() =>
  import('../work-status-window.tsx').then((file) => ({ default: file.WorkStatusWindow })),
)
const RunCommandWindow = lazy(() =>
  import('../command/run-command-window.tsx').then((file) => ({ default: file.RunCommandWindow })),
)
const PasswordsWindow = lazy(() =>
  import('../passwords/window.tsx').then((file) => ({ default: file.PasswordsWindow })),
)
const PasswordListsWindow = lazy(() =>
  import('../passwords/password-lists-window.tsx').then((file) => ({ default: file.PasswordListsWindow })),
)
const PendingJobsWindow = lazy(() =>
  import('../pending-jobs-window.tsx').then((file) => ({ default: file.PendingJobsWindow })),
)

/** Title of an action outside a list. */
export function actionTitle(action: Pick<Action, 'kind' | 'total' | 'device_name'>): string {
  const title = kindTitle(action.kind)
  return action.device_name !== null
    ? i18next.t('actions:status.of', { title, name: action.device_name })
    : i18next.t('actions:status.ofMany', { title, formatted: formatCount(action.total) })
}

/** Follows an action; opened by the start of an action and from any list of actions. */
export function openActionStatus(id: number): void {
  windows.open({
    id: `action-${id}`,
    title: i18next.t('actions:status.title'),
    width: 680,
    content: <ActionStatusWindow id={id} />,
  })
}

function openWorkStatus(channel: string): void {
  const title = i18next.t('actions:status.title')
  windows.open({ id: `work ${channel}`, title, width: 560, content: <WorkStatusWindow channel={channel} /> })
}

export function openWork(work: Work): void {
  if ('action' in work) openActionStatus(work.action)
  else openWorkStatus(work.channel)
}

/** The title of a window about the selected devices. */
function titleOf(texts: 'run' | 'passwords', selected: SelectedRows): string {
  const formatted = formatCount(selected.count)
  const [name] = selected.names
  if ('filter' in selected) return i18next.t(`actions:${texts}.titleAll`, { formatted })
  return selected.count === 1 && name !== undefined
    ? i18next.t(`actions:${texts}.titleOne`, { name })
    : i18next.t(`actions:${texts}.title`, { count: selected.count, formatted })
}

export function openRunCommand(selected: SelectedRows): void {
  const id = `run-command ${keyOf(selected)}`
  const onCount = (count: number) => windows.rename(id, titleOf('run', { ...selected, count }))
  const content = <RunCommandWindow selected={selected} onCount={onCount} />
  windows.open({ id, title: titleOf('run', selected), width: 640, content })
}

export function openPasswords(selected: SelectedRows): void {
  const id = `passwords ${keyOf(selected)}`
  const onCount = (count: number) => windows.rename(id, titleOf('passwords', { ...selected, count }))
  const content = <PasswordsWindow selected={selected} onCount={onCount} />
  windows.open({ id, title: titleOf('passwords', selected), width: 520, content })
}

export function openPasswordLists(): void {
  const title = i18next.t('actions:passwordLists')
  windows.open({ id: 'password-lists', title, width: 640, content: <PasswordListsWindow /> })
}

interface OfDevice {
  id: number
  name: string
}

export function openPendingJobs(device?: OfDevice): void {
  windows.open({
    id: `pending-jobs ${device?.id ?? ''}`,
    title: device ? i18next.t('actions:jobs.of', { name: device.name }) : i18next.t('actions:jobs.title'),
    width: 680,
    content: <PendingJobsWindow deviceId={device?.id ?? null} />,
  })
}
