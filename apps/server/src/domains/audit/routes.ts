import { exportAudit, listAudit } from '@longreach/contract/audit/endpoints'
import { exportRoute, rowsAtOnce } from '../../endpoint/csv-export.ts'
import { readerOf } from '../../endpoint/locale.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { kindsNamed, mayUndo, type UndoKind } from '../../endpoint/undo.ts'
import type { NamedObject } from '../../module/named.ts'
import { eachAudit, findAudit, linkNames, type OpenableIds } from './read.ts'
import { undoRoute } from './undo-route.ts'

interface AuditDeps {
  objects: () => readonly NamedObject[]
  undo: () => readonly UndoKind[]
}

const openableFor =
  ({ db, scope, session }: Pick<Call, 'db' | 'scope' | 'session'>, objects: readonly NamedObject[]): OpenableIds =>
  async (kind, ids) => {
    const object = objects.find((one) => one.kind === kind)
    return object && session.permissions.has(object.permission) ? object.inReach(db, scope, ids) : []
  }

export function auditRoutes({ objects, undo }: AuditDeps): Route[] {
  const undoable = (names: readonly string[], { permissions }: Call['session']) =>
    mayUndo(kindsNamed(undo(), names), permissions)
  return [
    route(listAudit, async (call) => {
      const { db, scope, query, reply } = call
      const { lines, meta } = await findAudit(db, scope, query, readerOf(reply.request))
      const linked = await linkNames(lines, openableFor(call, objects()))
      const data = linked.map(({ undoKinds, undo_id, ...line }) => ({
        ...line,
        undo_id: undo_id !== null && undoable(undoKinds, call.session) ? undo_id : null,
      }))
      return { data, meta }
    }),
    exportRoute(exportAudit, ({ db, scope, query, reply }) =>
      eachAudit(db, scope, query, { reader: readerOf(reply.request), atOnce: rowsAtOnce }),
    ),
    undoRoute(undo),
  ]
}
