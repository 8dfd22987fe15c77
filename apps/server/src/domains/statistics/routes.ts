import { rangeOf } from '@longreach/contract/range'
import * as api from '@longreach/contract/statistics/endpoints'
import { formatTime } from '@longreach/contract/time'
import type { Db } from '../../db/client.ts'
import { type Scope, withContext } from '../../db/scope.ts'
import { byIds, exportRoute } from '../../endpoint/csv-export.ts'
import { type Route, route } from '../../endpoint/route.ts'
import { scopeOfList } from '../companies/context.ts'
import { actionEntryList, countActionDays, presentEntry } from './action-entries.ts'
import { attemptList, countReasons, presentAttempt } from './attempts.ts'
import { countGroups, readGeneral } from './general.ts'
import { readMonths } from './months.ts'
import { readOnline, readOnlineTree } from './online.ts'
import { readSeen } from './unique.ts'

/** Rows of a download that is not a list: there are few of them. */
async function* atOnce<Row extends object>(rows: readonly Row[]): AsyncIterable<readonly Row[]> {
  yield rows
}

export function statisticsRoutes(now: () => Date): Route[] {
  return [
    route(api.getGeneral, async ({ db, scope, query }) => ({
      data: await readGeneral(db, await scopeOfList(db, scope, query), rangeOf(query, now())),
    })),
    exportRoute(api.exportGeneral, async ({ db, scope, query }) => {
      const groups = await countGroups(db, await scopeOfList(db, scope, query))
      return atOnce(groups.flatMap(({ group, values }) => values.map((row) => ({ group, ...row }))))
    }),
    route(api.listAttempts, async ({ db, scope, query }) => {
      const { page, ...meta } = await attemptList.page(db, await scopeOfList(db, scope, query), query)
      return { data: page.map(presentAttempt), meta }
    }),
    exportRoute(api.exportAttempts, async ({ db, scope, query }) => {
      const within = await scopeOfList(db, scope, query)
      return byIds(
        (most) => attemptList.ids(db, within, query, most),
        async (id) => (await attemptList.rows(db, within, { id }, { limit: id.length, offset: 0 })).map(presentAttempt),
      )
    }),
    route(api.getAttemptReasons, async ({ db, scope, query }) => ({
      data: await countReasons(db, await scopeOfList(db, scope, query), rangeOf(query, now())),
    })),
    route(api.getMonths, async ({ db, scope, query }) => ({
      data: await readMonths(db, await scopeOfList(db, scope, query), rangeOf(query, now())),
    })),
    exportRoute(api.exportMonths, async ({ db, scope, query }) =>
      atOnce(await readMonths(db, await scopeOfList(db, scope, query), rangeOf(query, now()))),
    ),
    route(api.getOnline, async ({ db, scope, query }) => ({
      data: await readOnline(db, await scopeOfList(db, scope, query), rangeOf(query, now()), query.points, now()),
    })),
    exportRoute(api.exportOnline, async ({ db, scope, query }) => {
      const online = await readOnline(db, await scopeOfList(db, scope, query), rangeOf(query, now()), 2000, now())
      const names = ['online', 'online_min', 'online_max', 'offline', 'pending'] as const
      return atOnce(
        online.times.map((at, index) => ({
          time: formatTime(new Date(at * 1000)),
          ...Object.fromEntries(names.map((name) => [name, online[name][index]])),
        })),
      )
    }),
    route(api.getOnlineTree, async ({ db, scope, session, query }) => {
      const { company_id, include_child_companies } = query
      const within = await scopeOfTree(db, scope, company_id ?? session.companyId, !include_child_companies)
      const viewer = { ...session, scope: within }
      return { data: await readOnlineTree(db, viewer, rangeOf(query, now()), now()) }
    }),
    route(api.listActionEntries, async ({ db, scope, query }) => {
      const { page, ...meta } = await actionEntryList.page(db, await scopeOfList(db, scope, query), query)
      return { data: page.map(presentEntry), meta }
    }),
    exportRoute(api.exportActionEntries, async ({ db, scope, query }) => {
      const within = await scopeOfList(db, scope, query)
      return byIds(
        (most) => actionEntryList.ids(db, within, query, most),
        async (id) =>
          (await actionEntryList.rows(db, within, { id }, { limit: id.length, offset: 0 })).map(presentEntry),
      )
    }),
    route(api.getActionDays, async ({ db, scope, query }) => ({
      data: await countActionDays(db, await scopeOfList(db, scope, query), rangeOf(query, now())),
    })),
    route(api.getSeen, async ({ db, scope, query }) => ({
      data: await readSeen(db, await scopeOfList(db, scope, query), rangeOf(query, now()), query.by),
    })),
    exportRoute(api.exportSeen, async ({ db, scope, query }) =>
      atOnce(await readSeen(db, await scopeOfList(db, scope, query), rangeOf(query, now()), query.by)),
    ),
  ]
}

/** Scope of a company with its subsidiaries, or alone; for the platform owner, the whole installation. */
async function scopeOfTree(db: Db, scope: Scope, id: number, alone: boolean): Promise<Scope> {
  if (id > 0) return scopeOfList(db, scope, alone ? { only: id } : { within: id })
  const seen = scope.column === null || scope.id === 0
  if (seen && !alone) return scope
  return withContext(scope, seen ? { id: 0, level: 3, pastLevels: [] } : undefined, true)
}
