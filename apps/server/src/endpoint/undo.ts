import type { Text } from '@longreach/contract/i18n'
import type { PermissionName } from '@longreach/contract/permissions'
import { Problem } from './problem.ts'
import type { Call } from './route.ts'

/** One thing that a call changed: what to check, and what to restore. Stored as JSON for a day. */
export interface UndoStep {
  kind: string
  state: unknown
}

/** What undoing may use of its call; the audit lines are written from those of the change. */
export type UndoCall = Pick<
  Call,
  'db' | 'scope' | 'session' | 'emit' | 'after' | 'ip' | 'userAgent' | 'audit' | 'undoable'
>

/**
 * Undoes changes of one kind. `undo` gets all of them of one call; it locks what they concern in the scope of the
 * caller, throws NOT_FOUND for what is out of reach and `changedSince` for what is not as the change left it.
 */
export interface UndoKind {
  kind: string
  permission: PermissionName
  undo(call: UndoCall, states: readonly unknown[]): Promise<void>
}

export const undoKind = <State>(
  kind: string,
  permission: PermissionName,
  undo: (call: UndoCall, states: readonly State[]) => Promise<void>,
): UndoKind => ({ kind, permission, undo: undo as UndoKind['undo'] })

/** Refuses to undo a change, naming what was changed after it. */
export const changedSince = (message: Text) => new Problem('CONFLICT', { message })
