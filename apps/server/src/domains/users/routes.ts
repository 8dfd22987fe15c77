import { formatTime } from '@longreach/contract/time'
import { exportMoveLogs, exportUsers, getUser, listMoveLogs, listUsers } from '@longreach/contract/users/endpoints'
import { byIds, exportRoute } from '../../endpoint/csv-export.ts'
import { notFound } from '../../endpoint/problem.ts'
import { type Route, route } from '../../endpoint/route.ts'
import { findMoveIds, findMoves } from './moves.ts'
import { findUser, findUserIds, findUsers } from './store.ts'

function present<Row extends { last_login_at: Date | null; created_at: Date; updated_at: Date }>(row: Row) {
  return {
    ...row,
    last_login_at: row.last_login_at && formatTime(row.last_login_at),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  }
}

const presentMove = <Row extends { created_at: Date }>(move: Row) => ({
  ...move,
  created_at: formatTime(move.created_at),
})

export function userRoutes(): Route[] {
  return [
    route(listUsers, async ({ db, scope, query }) => {
      const { page, total } = await findUsers(db, scope, query)
      return { data: page.map(present), meta: { total } }
    }),
    route(listMoveLogs, async ({ db, scope, query }) => {
      const { page, total } = await findMoves(db, scope, query)
      return { data: page.map(presentMove), meta: { total } }
    }),
    exportRoute(exportUsers, ({ db, scope, query }) =>
      byIds(
        (most) => findUserIds(db, scope, query, most),
        async (id) => (await findUsers(db, scope, { id, limit: id.length, offset: 0 })).page.map(present),
      ),
    ),
    exportRoute(exportMoveLogs, ({ db, scope, query }) =>
      byIds(
        (most) => findMoveIds(db, scope, query, most),
        async (id) => (await findMoves(db, scope, { id, limit: id.length, offset: 0 })).page.map(presentMove),
      ),
    ),
    route(getUser, async ({ db, scope, params }) => {
      const user = await findUser(db, scope, params.id)
      if (!user) throw notFound()
      return { data: present(user) }
    }),
  ]
}
