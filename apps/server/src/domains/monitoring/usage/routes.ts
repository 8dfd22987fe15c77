import {
  exportDataUsage,
  getDataUsage,
  getTraffic,
  listSims,
  updateSim,
} from '@longreach/contract/monitoring/usage-endpoints'
import { rangeOf } from '@longreach/contract/range'
import { exportRoute } from '../../../endpoint/csv-export.ts'
import { notFound } from '../../../endpoint/problem.ts'
import type { Call, Route } from '../../../endpoint/route.ts'
import { route } from '../../../endpoint/route.ts'
import { requireDevice } from '../../devices/details.ts'
import { lockOne } from '../../devices/store.ts'
import { dayOf } from '../calendar.ts'
import type { SimLimitsSet } from '../hooks.ts'
import { readMoment } from '../reports.ts'
import { readSimDays, type SimPlace } from './data-usage.ts'
import { type BillingDayOf, presentUsage, startOfPeriod, sumByPeriod, usageRows } from './periods.ts'
import { audited, changeSims, lockSims, simSteps } from './sim-changes.ts'
import { findSims, noLimit, simIn } from './sim-limits.ts'
import { nameOfSim } from './sim-name.ts'
import { requireSimIn } from './sim-slots.ts'
import { longestPeriodMs } from './sim-use.ts'
import { modemIds, readSims } from './sims.ts'
import { readTraffic } from './traffic.ts'

type UsageCall = Pick<Call<typeof getDataUsage>, 'db' | 'scope' | 'params' | 'query'>

async function readUsage({ db, scope, params, query }: UsageCall, now: Date) {
  await requireDevice(db, scope, params.id)
  const { period, time_zone: zone } = query
  const { from, to } = rangeOf(query, now)
  // The first week or month is complete, too.
  const since = period === 'day' ? from : new Date(from.getTime() - longestPeriodMs)
  const days = await readSimDays(db, params.id, { from: since, to, zone, now })
  const sims = await findSims(db, params.id)
  const billingDay: BillingDayOf = (place) => (simIn(sims, place) ?? noLimit).billing_day
  const first = dayOf(zone, from.getTime())
  const sums = sumByPeriod(days, period, billingDay).filter(
    (one) => one.day >= startOfPeriod({ ...one, day: first }, period, billingDay),
  )
  return { sums, ids: modemIds(await readMoment(db, params.id, now)) }
}

export function usageRoutes(now: () => Date, limitsSet: readonly SimLimitsSet[]): Route[] {
  return [
    route(getDataUsage, async (call) => {
      const { sums, ids } = await readUsage(call, now())
      return { data: presentUsage(sums, ids) }
    }),
    exportRoute(exportDataUsage, async (call) => {
      const { sums, ids } = await readUsage(call, now())
      return once(usageRows(sums, ids))
    }),
    route(listSims, async ({ db, scope, params, query }) => {
      await requireDevice(db, scope, params.id)
      return { data: await readSims(db, params.id, query.time_zone, now()) }
    }),
    route(updateSim, async (call) => {
      const { db, params, body, audit, undoable } = call
      const { data_limit = null, billing_day, time_zone: zone } = body
      const device = await lockOne(call, params.id)
      const place = { modem: params.modem, sim: params.sim_id } as SimPlace
      const [sim] = await lockSims(db, call.scope, [await requireSimIn(db, device, place)])
      if (!sim) throw notFound()
      const change = { data_limit, billing_day, zone }
      const after = audited(change)
      const changed = await changeSims(call, [sim], change, limitsSet)
      undoable(...simSteps(changed, change))
      for (const before of changed)
        audit({
          target: 'device',
          targetId: device.id,
          name: device.name,
          company: device,
          mentions: { sim: nameOfSim(place), data_limit: after.data_limit, day: String(billing_day) },
          before: audited(before),
          after,
        })
      return { data: {} }
    }),
    route(getTraffic, async ({ db, scope, params, query }) => {
      await requireDevice(db, scope, params.id)
      const { from, to } = rangeOf(query, now())
      return { data: await readTraffic(db, params.id, from, to) }
    }),
  ]
}

async function* once<Row>(rows: readonly Row[]) {
  yield rows
}
