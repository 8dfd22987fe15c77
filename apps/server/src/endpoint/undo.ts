import type { Text } from '@longreach/contract/i18n'
import type { PermissionName } from '@longreach/contract/permissions'
import { Problem } from './problem.ts'
import type { Call } from './route.ts'

/** One part of a change, with what to check and what to restore. Stored as JSON for a day. */
export interface UndoStep {
  kind: string
  state: unknown
}

/** The part of a call that undoing may use; its audit lines are derived from those of the change. */
export type UndoCall = Pick<
  Call,
  'db' | 'scope' | 'session' | 'emit' | 'after' | 'ip' | 'userAgent' | 'audit' | 'undoable'
>

/**
 * Undoes changes of one kind. `undo` gets all steps of one call; it locks the objects in the scope of the caller,
 * throws NOT_FOUND for those out of reach and `changedSince` for those changed since.
 */
export interface UndoKind {
  kind: string
  /** Permissions of the change, and of everything that is restored. */
  permissions: readonly PermissionName[]
  undo(call: UndoCall, states: readonly unknown[]): Promise<void>
}

export const undoKind = <State>(
  kind: string,
  permissions: PermissionName | readonly PermissionName[],
  undo: (call: UndoCall, states: readonly State[]) => Promise<void>,
): UndoKind => ({ kind, permissions: [permissions].flat(), undo: undo as UndoKind['undo'] })

/** Whether a user with these permissions may undo changes of all these kinds. */
export const mayUndo = (kinds: readonly UndoKind[], owned: ReadonlySet<PermissionName>): boolean =>
  kinds.every(({ permissions }) => permissions.every((permission) => owned.has(permission)))

/** The kinds with one of these names. */
export const kindsNamed = (kinds: readonly UndoKind[], names: readonly string[]): UndoKind[] =>
  kinds.filter(({ kind }) => names.includes(kind))

/** Error for an undo, with a text about the later change. */
export const changedSince = (message: Text) => new Problem('CONFLICT', { message })
