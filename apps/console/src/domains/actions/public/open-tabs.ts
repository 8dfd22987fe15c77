import { findActionKind } from '@longreach/contract/actions/kinds'
import i18next from 'i18next'
import { dock } from '../../../dock/store.ts'
import type { DockTab } from '../../../registry/domain.ts'
import { kindTitle } from '../kind-title.ts'

export const actionOf = (tab: DockTab): number => (tab.data as { action: number }).action

/** Follows an action in the dock: its output if the kind has any, otherwise its progress. */
export function openActionTab({ id, kind }: { id: number; kind: string }): void {
  const answers = findActionKind(kind)?.output === true
  dock.open({
    id: `action-${id}`,
    kind: answers ? 'command' : 'action',
    title: answers ? i18next.t('actions:run.command') : kindTitle(kind),
    data: { action: id },
  })
}
