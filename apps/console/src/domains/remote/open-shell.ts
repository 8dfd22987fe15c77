import './texts.ts'
import { closeRemoteSession } from '@longreach/contract/remote/endpoints'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { dock } from '../../dock/store.ts'
import type { DockTab } from '../../registry/domain.ts'
import { confirm } from '../../windows/confirm.tsx'
import { type Opening, openTarget, type Target, type TargetOf } from './target.ts'

/** Data from which a tab with a shell is restored. */
export interface ShellData {
  target: TargetOf
  /** Duration of a new session in seconds. */
  duration: number
  /** The session, once it is open. */
  session?: number
  /** Number of earlier sessions of this tab. */
  attempt: number
}

export const dataOf = (tab: DockTab) => tab.data as ShellData

/** Credentials entered by the user: only in memory, unlike the tabs. */
const openings = new Map<string, Opening>()

/** Opens a shell in the dock, or shows the one that is already open; a shell that has ended is opened again. */
export function openShell({ key: id, of, deviceName }: Target, opening: Opening): void {
  const tab = dock.find(id)
  if (tab && tab.live !== false) {
    dock.show(id)
    return
  }
  openings.set(id, opening)
  const attempt = tab ? dataOf(tab).attempt + 1 : 0
  const data: ShellData = { target: of, duration: opening.duration, attempt }
  dock.open({ id, kind: 'shell', title: deviceName, data })
}

export function openAgain(id: string): void {
  const tab = dock.find(id)
  if (!tab) return
  const { target, duration, attempt } = dataOf(tab)
  const data: ShellData = { target, duration, attempt: attempt + 1 }
  dock.open({ id, kind: tab.kind, title: tab.title, data })
}

export function startSession(tab: DockTab) {
  const { target, duration } = dataOf(tab)
  const opening = openings.get(tab.id) ?? { duration }
  openings.delete(tab.id)
  return openTarget(target, opening)
}

export async function endSession(session: number | undefined): Promise<void> {
  // A session that has already ended counts as ended, so an error is ignored.
  if (session !== undefined) await call(closeRemoteSession, { params: { session_id: session } }).catch(() => undefined)
}

/** Asks before it ends a shell that may be open; false if the user cancels. */
export async function leaveShell(tab: DockTab): Promise<boolean> {
  if (tab.live === false) return true
  const { session } = dataOf(tab)
  if (session !== undefined && !(await confirmEnd())) return false
  // In the background, so that the tab closes at once.
  void endSession(dataOf(dock.find(tab.id) ?? tab).session)
  return true
}

export const confirmEnd = () =>
  confirm({
    title: i18next.t('remote:shell.endTitle'),
    text: i18next.t('remote:shell.endText'),
    confirm: i18next.t('remote:shell.end'),
    cancel: i18next.t('remote:shell.keep'),
    reminderKey: 'remote.end-shell',
  })
