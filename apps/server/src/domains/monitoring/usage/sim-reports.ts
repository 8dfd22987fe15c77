import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'
import type { LatestRow } from '../batch.ts'
import { readIccid } from './iccid.ts'
import { type FoundSim, placeSims } from './sim-slots.ts'

/** Most SIMs of a slot that are stored: the device supplies their ICCIDs. */
const mostStays = 50

interface Reported {
  device: number
  modem: 1 | 2
  iccid: string
  /** In the report itself; null if only an earlier one has it. */
  slot: number | null
  at: Date
}

interface Known extends Omit<FoundSim, 'iccid'> {
  known: string | null
  seen_at: Date | null
  /** Without a known ICCID: from when on the slot's counters are those of its SIM. */
  unknown_from: Date | null
  stays: number
}

/** The latest ICCID of each modem in some reports. */
function reportedIn(rows: readonly LatestRow[]): Reported[] {
  const latest = new Map<string, Reported>()
  for (const { device_id: device, ts: at, values } of rows)
    for (const [modem, end] of [[1, ''] as const, [2, '_2'] as const]) {
      const iccid = readIccid(values[`iccid${end}`])
      const slot = values[`sim_slot${end}`]
      const key = `${device} ${modem}`
      if (iccid === null || (latest.get(key)?.at ?? at) > at) continue
      latest.set(key, { device, modem, iccid, slot: typeof slot === 'number' ? slot : null, at })
    }
  return [...latest.values()].sort((one, other) => one.device - other.device || one.modem - other.modem)
}

/** The slots that are in use; the number 0 is the second one. */
async function findSlots(tx: Tx, reported: readonly Reported[]): Promise<(Known | undefined)[]> {
  const { rows } = await sql<Known & { place: number }>`
    SELECT r.place, d.id AS device_id, d.company_id, r.modem, r.slot AS sim, r.at, s.iccid AS known, p.seen_at,
      CASE WHEN s.iccid IS NULL THEN p.counts_from END AS unknown_from,
      (SELECT count(*)::int FROM sim_stays x WHERE x.device_id = d.id AND x.modem = r.modem AND x.slot = r.slot) AS stays
    FROM (
      SELECT o.place, o.device_id, o.modem, o.at, CASE coalesce(o.slot::text,
        t.values ->> CASE o.modem WHEN 1 THEN 'sim_slot' ELSE 'sim_slot_2' END, '1')
        WHEN '1' THEN 1 WHEN '2' THEN 2 WHEN '0' THEN 2 END AS slot
      FROM unnest(${reported.map(({ device }) => device)}::bigint[], ${reported.map(({ modem }) => modem)}::smallint[],
        ${reported.map(({ slot }) => slot)}::int[], ${reported.map(({ at }) => at)}::timestamptz[])
        WITH ORDINALITY AS o (device_id, modem, slot, at, place)
      LEFT JOIN device_state t ON t.device_id = o.device_id
    ) r
    JOIN devices d ON d.id = r.device_id
    LEFT JOIN sim_slots p ON p.device_id = r.device_id AND p.modem = r.modem AND p.slot = r.slot
    LEFT JOIN sims s ON s.id = p.sim_id
    WHERE r.slot IS NOT NULL AND ${systemScope('link of the device itself')}`.execute(tx)
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return reported.map((_, index) => byPlace.get(index + 1))
}

/** Stores which SIMs are in which slots, in the transaction of the reports that say so. */
export async function noteSims(tx: Tx, rows: readonly LatestRow[]): Promise<void> {
  const reported = reportedIn(rows)
  if (reported.length === 0) return
  const slots = await findSlots(tx, reported)
  const seen: Known[] = []
  const found: FoundSim[] = []
  for (const [index, { iccid }] of reported.entries()) {
    const slot = slots[index]
    if (!slot || (slot.seen_at && slot.known !== null && slot.seen_at >= slot.at)) continue
    if (slot.known === iccid) seen.push(slot)
    else if (slot.stays < mostStays) found.push({ ...slot, iccid, counts_from: slot.unknown_from })
  }
  if (seen.length > 0)
    await sql`
      UPDATE sim_slots p SET seen_at = greatest(p.seen_at, o.at)
      FROM unnest(${seen.map((one) => one.device_id)}::bigint[], ${seen.map((one) => one.modem)}::smallint[],
        ${seen.map((one) => one.sim)}::smallint[], ${seen.map((one) => one.at)}::timestamptz[]) AS o (device_id, modem, slot, at)
      WHERE p.device_id = o.device_id AND p.modem = o.modem AND p.slot = o.slot`.execute(tx)
  await placeSims(tx, found)
}
