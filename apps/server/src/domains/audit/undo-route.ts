import { undoChange } from '@longreach/contract/audit/endpoints'
import { text } from '@longreach/contract/i18n'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Route, route } from '../../endpoint/route.ts'
import { changedSince, mayUndo, type UndoKind } from '../../endpoint/undo.ts'
import { lockUndo, markUndone, type StoredUndo } from './undo-store.ts'

/** Groups the steps of a change by kind, in the order in which they were recorded. */
function stepsByKind(undo: StoredUndo, kinds: readonly UndoKind[]): [UndoKind, unknown[]][] {
  const steps = Map.groupBy(undo.steps, ({ kind }) => kind)
  return [...steps].map(([name, own]) => {
    const kind = kinds.find((one) => one.kind === name)
    if (!kind) throw notFound()
    return [kind, own.map(({ state }) => state)]
  })
}

/**
 * Undoes a change as a whole, in one transaction. The audit lines are those of the change with before and after
 * exchanged.
 */
export function undoRoute(kinds: () => readonly UndoKind[]): Route {
  return route(undoChange, async (call) => {
    const { db, scope, session, params } = call
    const undo = await lockUndo(db, scope, params.id)
    if (!undo) throw notFound()
    const steps = stepsByKind(undo, kinds())
    const own = undo.lines.every(({ user_id }) => user_id === session.userId)
    if (!own && !session.permissions.has('view_audit_log')) throw notFound()
    const used = steps.map(([kind]) => kind)
    if (!mayUndo(used, session.permissions)) throw new Problem('FORBIDDEN')
    const spent = undo.undone ? text('audit.undo_done') : undo.expired ? text('audit.undo_expired') : null
    if (spent) throw changedSince(spent)
    const quiet = { ...call, audit: () => undefined, undoable: () => undefined }
    for (const [kind, states] of steps) await kind.undo(quiet, states)
    await markUndone(db, undo.id)
    for (const { before, after, user_id, username, ...line } of undo.lines) {
      call.audit({
        ...line,
        ...(after ? { before: after } : {}),
        after: before,
        undid: { action: undo.action, user_id, username, before, after, ...line },
      })
    }
    return { data: {} }
  })
}
