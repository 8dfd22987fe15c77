import { text } from '@longreach/contract/i18n'
import {
  exportDataUsage,
  getDataUsage,
  getTraffic,
  listSims,
  updateSim,
} from '@longreach/contract/monitoring/usage-endpoints'
import { rangeOf } from '@longreach/contract/range'
import { exportRoute } from '../../../endpoint/csv-export.ts'
import type { Call, Route } from '../../../endpoint/route.ts'
import { route } from '../../../endpoint/route.ts'
import { changedSince, undoKind } from '../../../endpoint/undo.ts'
import { requireDevice } from '../../devices/details.ts'
import { logChange } from '../../devices/logs.ts'
import { lockOne } from '../../devices/store.ts'
import { bytesText } from '../bytes-text.ts'
import { dayOf } from '../calendar.ts'
import { readMoment } from '../reports.ts'
import { readSimDays, type SimPlace } from './data-usage.ts'
import { type BillingDayOf, presentUsage, startOfPeriod, sumByPeriod, usageRows } from './periods.ts'
import { findSimLimits, limitOf, type SimValues, setSimLimit } from './sim-limits.ts'
import { nameOfSim } from './sim-name.ts'
import { longestPeriodMs, modemIds, readSims } from './sims.ts'
import { readTraffic } from './traffic.ts'

type UsageCall = Pick<Call<typeof getDataUsage>, 'db' | 'scope' | 'params' | 'query'>

async function readUsage({ db, scope, params, query }: UsageCall, now: Date) {
  await requireDevice(db, scope, params.id)
  const { period, time_zone: zone } = query
  const { from, to } = rangeOf(query, now)
  // The first week or month is complete, too.
  const since = period === 'day' ? from : new Date(from.getTime() - longestPeriodMs)
  const days = await readSimDays(db, params.id, { from: since, to, zone, now })
  const limits = await findSimLimits(db, params.id)
  const billingDay: BillingDayOf = (sim) => limitOf(limits, sim).billing_day
  const first = dayOf(zone, from.getTime())
  const sums = sumByPeriod(days, period, billingDay).filter(
    (one) => one.day >= startOfPeriod({ ...one, day: first }, period, billingDay),
  )
  return { sums, ids: modemIds(await readMoment(db, params.id, now)) }
}

const kind = 'monitoring.sim'

interface EditedSim extends SimPlace {
  device: number
  before: SimValues
  after: SimValues
}

/** The values as the audit log shows them. */
const audited = ({ data_limit, billing_day }: SimValues) => ({
  data_limit: data_limit === null ? text('monitoring.no_limit') : bytesText(data_limit),
  billing_day,
})

type ChangeCall = Pick<Call, 'db' | 'session' | 'ip' | 'userAgent' | 'audit' | 'undoable'>

/** Stores the values for a SIM of a locked device. */
async function changeSim(
  call: ChangeCall,
  device: Awaited<ReturnType<typeof lockOne>>,
  place: SimPlace,
  after: SimValues,
): Promise<void> {
  const { data_limit, billing_day, zone } = limitOf(await findSimLimits(call.db, device.id), place)
  const before = { data_limit, billing_day, zone }
  if (sameValues(before, after)) return
  await setSimLimit(call.db, device.id, place, after)
  const sim = nameOfSim(place)
  const said = audited(after)
  call.audit({
    target: 'device',
    targetId: device.id,
    name: device.name,
    company: device,
    mentions: { sim, data_limit: said.data_limit, day: String(said.billing_day) },
    before: audited(before),
    after: said,
  })
  call.undoable({ kind, state: { device: device.id, ...place, before, after } satisfies EditedSim })
  await logChange(call, device, text('monitoring.log_edited', { sim }))
}

const sameValues = (one: SimValues, other: SimValues) =>
  one.data_limit === other.data_limit && one.billing_day === other.billing_day && one.zone === other.zone

/** Undo: restores the values of edited SIMs. */
export const editedSims = undoKind<EditedSim>(kind, 'update_devices', async (call, states) => {
  for (const { device: id, modem, sim, before, after } of states) {
    const device = await lockOne(call, id)
    const place = { modem, sim }
    if (!sameValues(limitOf(await findSimLimits(call.db, id), place), after))
      throw changedSince(text('monitoring.undo_sim', { sim: nameOfSim(place), name: device.name }))
    await changeSim(call, device, place, before)
  }
})

export function usageRoutes(now: () => Date): Route[] {
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
      const { id, modem, sim_id } = call.params
      const { data_limit = null, billing_day, time_zone } = call.body
      const device = await lockOne(call, id)
      const place = { modem, sim: sim_id } as SimPlace
      await changeSim(call, device, place, { data_limit, billing_day, zone: time_zone })
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
