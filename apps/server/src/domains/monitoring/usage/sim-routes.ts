import { exportFleetSims, listFleetSims, setSimLimits, simTotals } from '@longreach/contract/monitoring/sim-endpoints'
import { byIds, exportRoute } from '../../../endpoint/csv-export.ts'
import { Problem } from '../../../endpoint/problem.ts'
import { type Route, route } from '../../../endpoint/route.ts'
import { missingRows, selectedIds } from '../../../endpoint/selection.ts'
import { requireCompanies } from '../../companies/store.ts'
import { requireDevices } from '../../devices/details.ts'
import type { SimLimitsSet } from '../hooks.ts'
import { audited, changeSims, lockSims, nameOf, simSteps } from './sim-changes.ts'
import { countSims, findFleetSimIds, findFleetSims, presentFleetSim } from './sim-list.ts'

export const simRoutes = (limitsSet: readonly SimLimitsSet[]): Route[] => [
  route(listFleetSims, async ({ db, scope, query }) => {
    const { page, total } = await findFleetSims(db, scope, query)
    return { data: page.map(presentFleetSim), meta: { total } }
  }),
  route(simTotals, async ({ db, scope }) => ({ data: await countSims(db, scope) })),
  exportRoute(exportFleetSims, ({ db, scope, query }) =>
    byIds(
      (most) => findFleetSimIds(db, scope, query, most),
      async (id) => {
        const { page } = await findFleetSims(db, scope, { id, limit: id.length, offset: 0 })
        return page.map((row) => ({
          ...presentFleetSim(row),
          other_devices: row.other_devices.map(({ name }) => name).join('; '),
        }))
      },
    ),
  ),
  route(setSimLimits, async (call) => {
    const { db, scope, body, audit, undoable } = call
    const { id, filter = {}, data_limit, billing_day, time_zone: zone } = body
    const selected = await selectedIds(id, async (most) => {
      await requireCompanies(db, scope, [filter.company_id, filter['ne:company_id']])
      await requireDevices(db, scope, [...(filter.device_id ?? []), ...(filter['ne:device_id'] ?? [])])
      return findFleetSimIds(db, scope, filter, most)
    })
    const sims = await lockSims(db, scope, selected)
    const errors = missingRows(id, sims)
    if (sims.length === 0) throw new Problem('NOT_FOUND', { errors })
    const change = {
      ...(data_limit === undefined ? {} : { data_limit }),
      ...(billing_day === undefined ? {} : { billing_day }),
      ...(zone === undefined ? {} : { zone }),
    }
    const changed = await changeSims(call, sims, change, limitsSet)
    undoable(...simSteps(changed, change))
    for (const sim of changed) {
      const after = audited({ ...sim, ...change })
      audit({
        target: 'sim',
        targetId: sim.id,
        name: nameOf(sim),
        company: sim,
        mentions: { data_limit: after.data_limit, day: String(after.billing_day) },
        before: audited(sim),
        after,
      })
    }
    return { data: sims.map((sim) => ({ id: sim.id })), errors }
  }),
]
