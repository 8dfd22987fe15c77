import { formatTime } from '@longreach/contract/time'
import { getUser, listUsers } from '@longreach/contract/users/endpoints'
import { notFound } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { findUser, findUsers } from './store.ts'

function present<Row extends { last_login_at: Date | null; created_at: Date; updated_at: Date }>(row: Row) {
  return {
    ...row,
    last_login_at: row.last_login_at && formatTime(row.last_login_at),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  }
}

export function userRoutes(): Route[] {
  return [
    route(listUsers, async ({ db, scope, query }) => {
      const { page, total } = await findUsers(db, scope, query)
      return { data: page.map(present), meta: { total } }
    }),
    route(getUser, async ({ db, scope, params }) => {
      const user = await findUser(db, scope, params.id)
      if (!user) throw notFound()
      return { data: present(user) }
    }),
  ]
}
