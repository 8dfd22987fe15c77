import { text } from '@longreach/contract/i18n'
import { limitShares } from '@longreach/contract/monitoring/usage-constants'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { type Placement, systemScope } from '../../../db/scope.ts'
import type { Emit } from '../../../events/emit.ts'
import { writeDeviceLogs } from '../../devices/logs.ts'
import { bytesText } from '../bytes-text.ts'
import { dateOf, startOf } from '../calendar.ts'
import type { SimPlace } from './data-usage.ts'
import { forecastOf } from './forecast.ts'
import { type Sim, storeOver } from './sim-limits.ts'
import { nameOfSim } from './sim-name.ts'
import { hasLeft } from './sim-slots.ts'
import { periodOf, readSimBySlot, type SimPeriod, type SlotUse, sumSlots } from './sim-use.ts'

const own = systemScope('background job')
/** SIMs per transaction. */
const atOnce = 100
const minuteMs = 60_000
/** Shortest and longest time between two checks of a SIM, and the longest for one without a limit. */
const soonest = 5 * minuteMs
const latest = 60 * minuteMs
/** The next check of a SIM is due before it could reach the next share at this multiple of its average rate. */
const faster = 4

interface DueSim extends Sim {
  period: string | null
  reached: number
}

/** The device in which a SIM is, and what it reports of the slot. */
interface Where extends SimPlace, Placement {
  sim_id: number
  device_id: number
  name: string
  serial: string
  operator: string | null
}

function dueAfter({ data_limit }: DueSim, { since, ends, used }: SimPeriod, reached: number, now: Date): Date {
  const next = limitShares.find((share) => share > reached)
  const elapsed = Math.max(1, now.getTime() - since.getTime())
  const left =
    next === undefined || data_limit === null ? Number.POSITIVE_INFINITY : (data_limit * next) / 100 - (used ?? 0)
  const wait = used === null || used === 0 ? latest : (left / used / faster) * elapsed
  const after = now.getTime() + Math.min(latest, Math.max(soonest, wait))
  return new Date(Math.min(after, Math.max(ends.getTime(), now.getTime() + soonest)))
}

/** The device in which each SIM was seen last. */
async function findWhere(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Where>> {
  const { rows } = await sql<Where>`
    SELECT DISTINCT ON (p.sim_id) p.sim_id, p.device_id, p.modem, p.slot AS sim, d.name, d.serial, d.company_id, d.l1_id, d.l2_id,
      CASE WHEN coalesce(t.values ->> CASE p.modem WHEN 1 THEN 'sim_slot' ELSE 'sim_slot_2' END, '1') = p.slot::text
        THEN CASE p.modem WHEN 1 THEN d.operator ELSE d.operator_2 END END AS operator
    FROM sim_slots p JOIN devices d ON d.id = p.device_id LEFT JOIN device_state t ON t.device_id = d.id
    WHERE p.sim_id = ANY (${[...ids]}::bigint[]) AND d.deleted_at IS NULL AND ${own}
    ORDER BY p.sim_id, p.seen_at DESC, p.device_id`.execute(db)
  return new Map(rows.map((row) => [row.sim_id, row]))
}

/** A device that counts data in a slot still has the SIM, although it reports the ICCID rarely. */
async function noteUse(tx: Db, { id, zone }: DueSim, slots: readonly SlotUse[]): Promise<void> {
  for (const { device_id, modem, sim, counts_to, days } of slots) {
    const used = counts_to ? undefined : days.findLast(({ bytes }) => bytes > 0)
    if (!used) continue
    const at = startOf(zone, used.day)
    await sql`
      UPDATE sim_slots SET seen_at = ${at}
      WHERE device_id = ${device_id} AND modem = ${modem} AND slot = ${sim} AND sim_id = ${id} AND seen_at < ${at}`.execute(
      tx,
    )
  }
}

async function checkOne(tx: Db, emit: Emit, sim: DueSim, where: Where | undefined, now: Date): Promise<void> {
  const slots = await readSimBySlot(tx, sim.id, sim.zone, now)
  const days = sumSlots(slots)
  const period = periodOf(sim, days, sim.zone, now)
  const { since, ends, used: reported } = period
  const used = reported ?? 0
  const from = dateOf(period.from)
  const before = sim.period === from ? sim.reached : 0
  const { data_limit } = sim
  const share = data_limit === null ? undefined : limitShares.findLast((one) => used >= (data_limit / 100) * one)
  const reached = Math.max(before, share ?? 0)
  const { expected } = forecastOf(used, data_limit, { from: since, to: ends }, now)
  const usedOn = days.findLast(({ bytes }) => bytes > 0)?.day
  await noteUse(tx, sim, slots)
  await sql`
    UPDATE sims s SET period = ${from}::date, period_end = ${dateOf(period.to)}::date, since = ${since}, used = ${reported},
      expected = ${reported === null ? null : expected}, reached = ${reached}, checked_at = ${now},
      used_on = greatest(used_on, ${usedOn === undefined ? null : dateOf(usedOn)}::date),
      operator = coalesce(${where?.operator ?? null}, operator), due_at = ${dueAfter(sim, period, reached, now)}
    WHERE s.id = ${sim.id} AND ${own}`.execute(tx)
  if (share === undefined || share <= before || data_limit === null || !where) return
  const { device_id, company_id, modem } = where
  await emit(tx, {
    type: 'device.data_limit',
    data: { device_id, company_id, modem, sim: where.sim, share, used, limit: data_limit, period: from },
  })
  const log = text('monitoring.log_limit', {
    sim: nameOfSim(where),
    share,
    used: bytesText(used),
    limit: bytesText(data_limit),
  })
  await writeDeviceLogs(tx, [
    { type: 'event', status: share < 100, deviceId: device_id, company: where, serial: where.serial, log },
  ])
}

/** Marks the devices of checked SIMs; a device that is locked is left for the next check. */
async function markDevices(tx: Db, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM devices d
    WHERE d.id IN (SELECT p.device_id FROM sim_slots p WHERE p.sim_id = ANY (${[...ids]}::bigint[])) AND ${own}
      AND d.over_data_limit <> EXISTS (
        SELECT FROM sim_slots p JOIN sims s ON s.id = p.sim_id WHERE p.device_id = d.id AND s.over AND NOT ${hasLeft})
    ORDER BY d.id FOR NO KEY UPDATE OF d SKIP LOCKED`.execute(tx)
  if (rows.length > 0) await storeOver(tx, sql`d.id = ANY (${rows.map(({ id }) => id)}::bigint[])`)
}

/** Checks SIMs that are due; each share of a limit is reported once in a billing period. Returns the number of SIMs. */
async function checkSome(db: Db, emit: Emit, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<DueSim>`
      SELECT s.id, s.iccid, s.data_limit, s.billing_day, s.zone, s.period::text, s.reached
      FROM sims s WHERE s.due_at <= ${now} AND ${own}
      ORDER BY s.due_at, s.id LIMIT ${atOnce} FOR NO KEY UPDATE SKIP LOCKED`.execute(tx)
    const ids = rows.map(({ id }) => id)
    const where = await findWhere(tx, ids)
    for (const row of rows) await checkOne(tx, emit, row, where.get(row.id), now)
    await markDevices(tx, ids)
    return rows.length
  })
}

/** Checks all SIMs that are due and not locked. */
export async function checkSims(db: Db, emit: Emit, now: Date): Promise<void> {
  while ((await checkSome(db, emit, now)) === atOnce);
}
