import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'
import type { SimPlace } from './data-usage.ts'

const resolved = systemScope('row resolved in scope before')

/** True for a slot `p` whose SIM another device reported later. */
export const hasLeft = sql<boolean>`EXISTS (
  SELECT FROM sim_slots o WHERE o.sim_id = p.sim_id AND o.device_id <> p.device_id AND o.first_at > p.seen_at)`

interface SlotOf {
  device: RawBuilder<unknown>
  modem: number
  slot: RawBuilder<unknown>
}

/** A column of the SIM `s` in a slot; null without one. */
export const ofSimIn = <Value>(column: RawBuilder<Value>, { device, modem, slot }: SlotOf) => sql<Value | null>`(
  SELECT ${column} FROM sim_slots p JOIN sims s ON s.id = p.sim_id
  WHERE p.device_id = ${device} AND p.modem = ${modem} AND p.slot = ${slot} AND NOT ${hasLeft} AND ${resolved})`

/** SIMs found in slots of devices. */
export interface FoundSim extends SimPlace {
  device_id: number
  company_id: number
  iccid: string
  at: Date
  /** From when on the slot's counters are those of the SIM, if that is known. */
  counts_from: Date | null
}

const found = (sims: readonly FoundSim[]) => sql`
  SELECT x.device_id, x.modem, x.slot, x.iccid, x.at, x.counts_from, n.id AS sim_id
  FROM unnest(${sims.map((one) => one.device_id)}::bigint[], ${sims.map((one) => one.modem)}::smallint[],
    ${sims.map((one) => one.sim)}::smallint[], ${sims.map((one) => one.company_id)}::bigint[],
    ${sims.map((one) => one.iccid)}::text[], ${sims.map((one) => one.at)}::timestamptz[],
    ${sims.map((one) => one.counts_from)}::timestamptz[])
    AS x (device_id, modem, slot, company_id, iccid, at, counts_from)
  LEFT JOIN sims n ON n.company_id = x.company_id AND n.iccid = x.iccid`

/**
 * Puts SIMs into the slots in which devices have reported them. The limit that a slot had before its SIM was known is
 * that of the SIM, unless that has one.
 */
export async function placeSims(db: Db, sims: readonly FoundSim[]): Promise<void> {
  if (sims.length === 0) return
  const own = systemScope('link of the device itself')
  await sql`
    INSERT INTO sims (company_id, iccid)
    SELECT DISTINCT x.company_id, x.iccid
    FROM unnest(${sims.map((one) => one.company_id)}::bigint[], ${sims.map((one) => one.iccid)}::text[]) AS x (company_id, iccid)
    ORDER BY 1, 2 ON CONFLICT (company_id, iccid) DO NOTHING`.execute(db)
  const unknown = sql`f JOIN sim_slots p USING (device_id, modem, slot) JOIN sims a ON a.id = p.sim_id AND a.iccid IS NULL`
  await sql`
    UPDATE sims n SET data_limit = a.data_limit, billing_day = a.billing_day, zone = a.zone
    FROM (${found(sims)}) ${unknown}
    WHERE n.id = f.sim_id AND n.data_limit IS NULL AND a.data_limit IS NOT NULL AND ${own}`.execute(db)
  await sql`
    WITH left_slots AS (
      DELETE FROM sim_slots p USING (${found(sims)}) f
      WHERE p.device_id = f.device_id AND (p.sim_id = f.sim_id OR (p.modem = f.modem AND p.slot = f.slot))
      RETURNING p.*, f.at
    ), stays AS (
      INSERT INTO sim_stays (sim_id, device_id, modem, slot, counts_from, counts_to)
      SELECT p.sim_id, p.device_id, p.modem, p.slot, p.counts_from, p.at
      FROM left_slots p JOIN sims s ON s.id = p.sim_id WHERE s.iccid IS NOT NULL
    )
    DELETE FROM sims s USING left_slots p WHERE s.id = p.sim_id AND s.iccid IS NULL AND ${own}`.execute(db)
  await sql`
    INSERT INTO sim_slots (device_id, modem, slot, sim_id, counts_from, first_at, seen_at)
    SELECT DISTINCT ON (f.device_id, f.sim_id) f.device_id, f.modem, f.slot, f.sim_id, coalesce(f.counts_from, CASE WHEN EXISTS (
      SELECT FROM sim_stays x WHERE x.device_id = f.device_id AND x.modem = f.modem AND x.slot = f.slot) THEN f.at END), f.at, f.at
    FROM (${found(sims)}) f ORDER BY f.device_id, f.sim_id, f.modem`.execute(db)
  await sql`
    UPDATE sims s SET due_at = now() FROM (${found(sims)}) f WHERE s.id = f.sim_id AND ${own}`.execute(db)
}

/** The SIM in a slot of a locked device; one without an ICCID is added if none is known. */
export async function requireSimIn(
  db: Db,
  device: { id: number; company_id: number },
  { modem, sim }: SimPlace,
): Promise<number> {
  const known = sql<number>`
    SELECT p.sim_id AS id FROM sim_slots p
    WHERE p.device_id = ${device.id} AND p.modem = ${modem} AND p.slot = ${sim}`
  const { rows } = await sql<{ id: number }>`${known} AND NOT ${hasLeft}`.execute(db)
  if (rows[0]) return rows[0].id
  await sql`
    WITH left_slots AS (
      DELETE FROM sim_slots p WHERE p.device_id = ${device.id} AND p.modem = ${modem} AND p.slot = ${sim} RETURNING p.*
    )
    INSERT INTO sim_stays (sim_id, device_id, modem, slot, counts_from, counts_to)
    SELECT sim_id, device_id, modem, slot, counts_from, greatest(seen_at, now()) FROM left_slots`.execute(db)
  const added = await sql<{ id: number }>`
    INSERT INTO sims (company_id) VALUES (${device.company_id}) RETURNING id`.execute(db)
  const id = added.rows[0]?.id as number
  await sql`
    INSERT INTO sim_slots (device_id, modem, slot, sim_id, counts_from, first_at, seen_at)
    SELECT ${device.id}, ${modem}, ${sim}, ${id}, CASE WHEN EXISTS (
      SELECT FROM sim_stays x WHERE x.device_id = ${device.id} AND x.modem = ${modem} AND x.slot = ${sim}) THEN now() END,
      now(), now()`.execute(db)
  return id
}
