import { locationParameters } from '@longreach/contract/devices/position'
import { getCompanyData, getTagData, getTagGroupData } from '@longreach/contract/monitoring/group-endpoints'
import { rangeOf } from '@longreach/contract/range'
import type { Scope } from '../../../db/scope.ts'
import { lacks } from '../../../endpoint/lacks.ts'
import { notFound } from '../../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../../endpoint/route.ts'
import { scopeOfList } from '../../companies/context.ts'
import { findPlacement } from '../../companies/store.ts'
import { requireLocation } from '../../devices/places/position.ts'
import { findTag } from '../../tags/store.ts'
import { readCompanyMetrics, readExtremes } from './metrics.ts'
import type { CompanyRequest } from './values.ts'

/** Values of groups of devices as RMS names them: of a company, of a tag. */
export function groupRoutes(now: () => Date): Route[] {
  type Asked = { query: Pick<CompanyRequest, 'parameter' | 'offset'> & Parameters<typeof rangeOf>[0] }
  async function answer({ db, session, query }: Pick<Call, 'db' | 'session'> & Asked, scope: Scope, tag?: number) {
    const { parameter, offset } = query
    if (locationParameters.includes(parameter)) requireLocation(session, 'parameter')
    const request = { parameter, offset, tag, ...rangeOf(query, now()) }
    const { data, total } = await readCompanyMetrics(db, scope, request)
    return { data: { ...data, ...(await readExtremes(db, scope, request)) }, meta: { total } }
  }
  async function ofTag(call: Pick<Call, 'db' | 'session' | 'scope'> & Asked & { params: { id: number } }) {
    if (!call.session.permissions.has('view_tags')) throw lacks(call.session, 'view_tags')
    if (!(await findTag(call.db, call.scope, call.params.id))) throw notFound('id')
    return answer(call, call.scope, call.params.id)
  }
  return [
    route(getCompanyData, async (call) => {
      const { db, scope, params, query } = call
      if (!(await findPlacement(db, scope, params.id))) throw notFound('id')
      const context = query.include_child_companies ? { within: params.id } : { only: params.id }
      return answer(call, await scopeOfList(db, scope, context))
    }),
    route(getTagData, ofTag),
    route(getTagGroupData, ofTag),
  ]
}
