import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { billingPeriod, type CalendarDay, dayOf, startOf } from '../calendar.ts'
import { readSimDays, type SimPlace } from './data-usage.ts'
import type { SimValues } from './sim-limits.ts'

/** Milliseconds of the longest possible billing period. */
export const longestPeriodMs = 31 * 86_400_000

/** Bytes of a day. */
export interface DayUse {
  day: CalendarDay
  bytes: number
}

export interface SimPeriod {
  from: CalendarDay
  to: CalendarDay
  ends: Date
  /** Start of the first day in the period on which the SIM was reported. */
  since: Date
  /** Bytes; null if the SIM was not reported in the period. */
  used: number | null
  /** The day on which the limit was reached. */
  reached: CalendarDay | null
}

/** Use of a SIM in the billing period that contains `now`. */
export function periodOf(limit: SimValues, days: readonly DayUse[], zone: string, now: Date): SimPeriod {
  const { from, to } = billingPeriod(dayOf(zone, now.getTime()), limit.billing_day)
  const own = days.filter(({ day }) => day >= from)
  let used = 0
  let reached: CalendarDay | null = null
  for (const { day, bytes } of own) {
    used += bytes
    if (limit.data_limit !== null && used >= limit.data_limit) reached ??= day
  }
  const since = startOf(zone, own[0]?.day ?? from)
  return { from, to, since, ends: startOf(zone, to), used: own.length > 0 ? used : null, reached }
}

interface Stay extends SimPlace {
  device_id: number
  counts_from: Date | null
  counts_to: Date | null
}

export interface SlotUse extends Stay {
  days: DayUse[]
}

/** Slots in which a SIM is or was. */
async function findStays(db: Db, simId: number): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    SELECT device_id, modem, slot AS sim, counts_from, NULL::timestamptz AS counts_to FROM sim_slots WHERE sim_id = ${simId}
    UNION ALL
    SELECT device_id, modem, slot, counts_from, counts_to FROM sim_stays WHERE sim_id = ${simId}
    ORDER BY 1, 2, 3, 5`.execute(db)
  return rows
}

/** Bytes by day of what a device counts in a slot, since a time. */
async function readSlotDays(db: Db, stay: Stay, zone: string, now: Date): Promise<DayUse[]> {
  const back = new Date(now.getTime() - longestPeriodMs)
  const { device_id, counts_from: since, counts_to } = stay
  const to = counts_to && counts_to < now ? counts_to : now
  if (to <= back) return []
  const from = since && since > back ? since : back
  const days = await readSimDays(db, device_id, { from, to, zone, now, since, until: counts_to })
  return days.flatMap(({ modem, sim, day, sent, received }) =>
    modem === stay.modem && sim === stay.sim ? [{ day, bytes: sent + received }] : [],
  )
}

/** Use of a SIM in each slot in which it is or was, back to the start of any billing period. */
export async function readSimBySlot(db: Db, simId: number, zone: string, now: Date): Promise<SlotUse[]> {
  const slots: SlotUse[] = []
  for (const stay of await findStays(db, simId)) slots.push({ ...stay, days: await readSlotDays(db, stay, zone, now) })
  return slots
}

/** Bytes by day, of all slots together. */
export function sumSlots(slots: readonly SlotUse[]): DayUse[] {
  const sums = new Map<CalendarDay, number>()
  for (const { day, bytes } of slots.flatMap(({ days }) => days)) sums.set(day, (sums.get(day) ?? 0) + bytes)
  return [...sums].map(([day, bytes]) => ({ day, bytes })).sort((one, other) => one.day - other.day)
}

/** The same for a slot whose SIM is not known. */
export const readUnknownUse = (db: Db, deviceId: number, place: SimPlace, zone: string, now: Date) =>
  readSlotDays(db, { ...place, device_id: deviceId, counts_from: null, counts_to: null }, zone, now)
