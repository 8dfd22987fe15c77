import { exportAudit, listAudit } from '@longreach/contract/audit/endpoints'
import { exportRoute, rowsAtOnce } from '../../endpoint/csv-export.ts'
import { type Route, route } from '../../endpoint/route.ts'
import { eachAudit, findAudit } from './read.ts'

/** `titles`: the summary of each endpoint, by its name. */
export function auditRoutes(titles: ReadonlyMap<string, string>): Route[] {
  return [
    route(listAudit, ({ db, scope, query }) => findAudit(db, scope, query, titles)),
    exportRoute(exportAudit, ({ db, scope, query }) => eachAudit(db, scope, query, { titles, atOnce: rowsAtOnce })),
  ]
}
