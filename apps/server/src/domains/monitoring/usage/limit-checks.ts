import { text } from '@longreach/contract/i18n'
import { limitShares } from '@longreach/contract/monitoring/usage-constants'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { type Placement, systemScope } from '../../../db/scope.ts'
import type { Emit } from '../../../events/emit.ts'
import { writeDeviceLogs } from '../../devices/logs.ts'
import { bytesText } from '../bytes-text.ts'
import { dateOf } from '../calendar.ts'
import { forecastOf } from './forecast.ts'
import { type SimLimit, storeOver } from './sim-limits.ts'
import { nameOfSim } from './sim-name.ts'
import { periodOf, readPeriodDays, type SimPeriod } from './sims.ts'

/** SIMs per transaction. */
const atOnce = 100
const minuteMs = 60_000
/** Shortest and longest time between two checks of a SIM. */
const soonest = 5 * minuteMs
const latest = 6 * 60 * minuteMs
/** The next check of a SIM is due before it could reach the next share at this multiple of its average rate. */
const faster = 4

interface DueRow extends SimLimit, Placement {
  device_id: number
  name: string
  serial: string
  period: string | null
  reached: number
  over: boolean
  data_limit: number
}

function dueAfter({ data_limit }: DueRow, { since, ends, used }: SimPeriod, reached: number, now: Date): Date {
  const next = limitShares.find((share) => share > reached)
  const elapsed = Math.max(1, now.getTime() - since.getTime())
  const left = next === undefined ? Number.POSITIVE_INFINITY : (data_limit * next) / 100 - (used ?? 0)
  const wait = used === null || used === 0 ? latest : (left / used / faster) * elapsed
  const after = now.getTime() + Math.min(latest, Math.max(soonest, wait))
  return new Date(Math.min(after, Math.max(ends.getTime(), now.getTime() + soonest)))
}

/** Checks SIMs that are due; each share of a limit is reported once in a billing period. Returns the number of SIMs. */
async function checkSome(db: Db, emit: Emit, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<DueRow>`
      SELECT s.device_id, s.modem, s.sim, s.data_limit, s.billing_day, s.zone, s.period::text, s.reached, s.over,
        d.name, d.serial, d.company_id, d.l1_id, d.l2_id
      FROM sim_limits s JOIN devices d ON d.id = s.device_id
      WHERE s.due_at <= ${now} AND d.deleted_at IS NULL AND ${systemScope('background job')}
      ORDER BY d.id, s.modem, s.sim LIMIT ${atOnce} FOR NO KEY UPDATE OF s, d SKIP LOCKED`.execute(tx)
    for (const row of rows) await checkOne(tx, emit, row, now)
    return rows.length
  })
}

async function checkOne(tx: Db, emit: Emit, row: DueRow, now: Date): Promise<void> {
  const period = periodOf(row, await readPeriodDays(tx, row.device_id, row.zone, now), row.zone, now)
  const used = period.used ?? 0
  const before = row.period === dateOf(period.from) ? row.reached : 0
  const share = limitShares.findLast((one) => used >= (row.data_limit / 100) * one)
  const reached = Math.max(before, share ?? 0)
  const { reachesAt } = forecastOf(used, row.data_limit, { from: period.since, to: period.ends }, now)
  const over = used >= row.data_limit || reachesAt !== null
  const due = dueAfter(row, period, reached, now)
  await sql`UPDATE sim_limits SET period = ${dateOf(period.from)}::date, reached = ${reached}, due_at = ${due}, over = ${over}
    WHERE device_id = ${row.device_id} AND modem = ${row.modem} AND sim = ${row.sim}`.execute(tx)
  if (over !== row.over) await storeOver(tx, row.device_id)
  if (share === undefined || share <= before) return
  const { device_id, company_id, modem, sim, data_limit } = row
  await emit(tx, {
    type: 'device.data_limit',
    data: { device_id, company_id, modem, sim, share, used, limit: data_limit, period: dateOf(period.from) },
  })
  const log = text('monitoring.log_limit', {
    sim: nameOfSim(row),
    share,
    used: bytesText(used),
    limit: bytesText(data_limit),
  })
  await writeDeviceLogs(tx, [
    { type: 'event', status: share < 100, deviceId: device_id, company: row, serial: row.serial, log },
  ])
}

/** Checks all SIMs that are due and not locked. */
export async function checkLimits(db: Db, emit: Emit, now: Date): Promise<void> {
  while ((await checkSome(db, emit, now)) === atOnce);
}
