import { listAudit } from '@longreach/contract/audit/endpoints'
import { formatTime } from '@longreach/contract/time'
import { type Route, route } from '../../http/route.ts'
import { findAudit } from './store.ts'

export function auditRoutes(): Route[] {
  return [
    route(listAudit, async ({ db, scope, query }) => {
      const { page, total } = await findAudit(db, scope, query)
      return { data: page.map((line) => ({ ...line, created_at: formatTime(line.created_at) })), meta: { total } }
    }),
  ]
}
