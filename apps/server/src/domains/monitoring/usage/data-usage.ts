import { groupRetention } from '@longreach/contract/monitoring/constants'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'
import { type CalendarDay, dayOf, nextDay, startOf } from '../calendar.ts'
import { rolledUpUntil } from '../rollups/rolled-up.ts'
import { bucketsOf, samplesOf } from '../samples.ts'
import { type DeviceSet, setsOfDevice } from '../sets.ts'

const inHistory = systemScope('history of a device already resolved in scope')
/** Later than any report. */
const never = new Date(8_640_000_000_000_000)

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** After a longer silence a counter counts from its next report on: when it rose is unknown. */
const longestGapMs = 31 * dayMs

/** Position of a SIM: modem and slot. */
export interface SimPlace {
  modem: 1 | 2
  sim: 1 | 2
}

export interface SimDay extends SimPlace {
  day: CalendarDay
  sent: number
  received: number
}

interface Counted extends SimPlace {
  sent: string
  received: string
  /** For the counters of the whole modem: the time from which the device counts by SIM. */
  until?: Date
}

export interface UsageRange {
  from: Date
  to: Date
  /** Time zone of the days. */
  zone: string
  now: Date
  /** Times within days, before and after which nothing counts. */
  since?: Date | null
  until?: Date | null
}

const namesOf = (modem: 1 | 2, sim: 1 | 2 | null) =>
  (['sent', 'received'] as const).map((way) => `${sim ? `sim${sim}_` : ''}${way}${modem === 2 ? '_2' : ''}`) as [
    string,
    string,
  ]

/** Time of the device's first report with one of the sets; undefined if there is none. */
async function firstReport(db: Db, deviceId: number, sets: readonly DeviceSet[]): Promise<Date | undefined> {
  const ids = sets.map(({ id }) => id)
  const own = sql`device_id = ${deviceId} AND set_id = ANY (${ids}::int[]) AND ${inHistory}`
  const { rows } = await sql<{ at: Date | null }>`SELECT least(
    (SELECT min(first_at) FROM history_hour WHERE ${own}), (SELECT min(ts) FROM history WHERE ${own})) AS at`.execute(
    db,
  )
  return rows[0]?.at ?? undefined
}

/**
 * Counters for each of the device's SIMs. For devices that do not count by SIM, and for the days before one started to,
 * the modem's counters are shown as SIM 1; never for later days, or the same bytes would count twice.
 */
async function countedBy(db: Db, deviceId: number, sets: readonly DeviceSet[]): Promise<Counted[]> {
  const counted: Counted[] = []
  for (const modem of [1, 2] as const) {
    const names = ([1, 2] as const).map((sim) => ({ modem, sim, names: namesOf(modem, sim) }))
    const bySim = sets.filter(({ numbers }) => names.some((one) => one.names.some((name) => numbers.includes(name))))
    const has = (name: string) => sets.some(({ numbers }) => numbers.includes(name))
    for (const { sim, names: own } of names) {
      if (own.some(has)) counted.push({ modem, sim, sent: own[0], received: own[1] })
    }
    const [sent, received] = namesOf(modem, null)
    const whole = sets.filter(
      (set) => !bySim.includes(set) && [sent, received].some((name) => set.numbers.includes(name)),
    )
    if (whole.length === 0) continue
    const until = bySim.length > 0 ? await firstReport(db, deviceId, bySim) : undefined
    counted.push({ modem, sim: 1, sent, received, until: until ?? never })
  }
  return counted
}

/** Days of a range, with the start of each. */
function daysOf({ from, to, zone, since }: UsageRange): { days: CalendarDay[]; starts: Date[] } {
  const days: CalendarDay[] = []
  const starts: Date[] = []
  for (let day = dayOf(zone, from.getTime()); ; day = nextDay(day)) {
    const start = startOf(zone, day)
    if (start >= to) return { days, starts }
    days.push(day)
    starts.push(since && since > start ? since : start)
  }
}

/**
 * Coarsest roll-ups that fit the starts of the days without dividing a row: days (UTC) or hours; null if only reports
 * fit and are still stored.
 */
async function readableFrom(db: Db, deviceId: number, starts: readonly Date[], now: Date) {
  const until = await rolledUpUntil(db, deviceId)
  const divides = (ms: number) => starts.every((start) => start.getTime() % ms === 0)
  if (divides(dayMs)) return until
  const reported = now.getTime() - groupRetention['mobile-data'] * dayMs
  return divides(hourMs) || (starts[0]?.getTime() ?? 0) - longestGapMs < reported ? { hours: until.hours } : null
}

interface Part extends SimPlace {
  part: number
  sent: number
  received: number
}

/** Mobile data by SIM for periods given by their starts; `part` is the period's index. */
async function readParts(
  db: Db,
  deviceId: number,
  starts: readonly Date[],
  { to, now, until }: Pick<UsageRange, 'to' | 'now' | 'until'>,
): Promise<Part[]> {
  const sets = await setsOfDevice(db, deviceId)
  const counted = await countedBy(db, deviceId, sets)
  const [start] = starts
  if (!start || counted.length === 0) return []
  const names = counted.flatMap(({ sent, received }) => [sent, received])
  const window = { deviceId, from: new Date(start.getTime() - longestGapMs), to }
  const samples = samplesOf(
    sets,
    names,
    window,
    await readableFrom(db, deviceId, until ? [...starts, until] : starts, now),
  )
  const counters = names.map(() => true)
  const place = sql<number>`width_bucket(first_at, ${starts.map((at) => at.toISOString())}::timestamptz[]) - 1`
  const { rows } = await bucketsOf(samples, counters, start, place, longestGapMs / 1000).execute(db)
  return rows.flatMap((row) => {
    const end = starts[row.bucket + 1] ?? to
    return counted.flatMap(({ modem, sim, until }, index) => {
      const [sent, received] = [index * 2, index * 2 + 1]
      if (row[`secs${sent}`] === null && row[`secs${received}`] === null) return []
      if (until && end > until) return []
      return [{ part: row.bucket, modem, sim, sent: row[`rise${sent}`] ?? 0, received: row[`rise${received}`] ?? 0 }]
    })
  })
}

/**
 * Mobile data by SIM and day of a zone, in bytes; a day on which a SIM was not reported has no entry. The whole rise of
 * a counter belongs to the day of the report that shows it.
 */
export async function readSimDays(db: Db, deviceId: number, range: UsageRange): Promise<SimDay[]> {
  const { days, starts } = daysOf(range)
  const parts = await readParts(db, deviceId, starts, range)
  return parts.map(({ part, ...used }) => ({ day: days[part] as CalendarDay, ...used }))
}

/** Bytes that a SIM has sent and received since `from`; null if it was not reported since. */
export async function readSimUse(
  db: Db,
  deviceId: number,
  { modem, sim }: SimPlace,
  { from, now }: { from: Date; now: Date },
): Promise<number | null> {
  const parts = await readParts(db, deviceId, [from], { to: now, now })
  const found = parts.find((part) => part.modem === modem && part.sim === sim)
  return found ? found.sent + found.received : null
}
