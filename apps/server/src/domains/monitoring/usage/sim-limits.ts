import { billingDays } from '@longreach/contract/monitoring/usage-constants'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'
import type { SimPlace } from './data-usage.ts'
import { hasLeft } from './sim-slots.ts'

const resolved = systemScope('row resolved in scope before')

export interface SimValues {
  data_limit: number | null
  billing_day: number
  zone: string
}

export interface Sim extends SimValues {
  id: number
  iccid: string | null
}

export type PlacedSim = Sim & SimPlace

/** The SIMs in a device. The caller has found it in its scope. */
export async function findSims(db: Db, deviceId: number): Promise<PlacedSim[]> {
  const { rows } = await sql<PlacedSim>`
    SELECT s.id, s.iccid, p.modem, p.slot AS sim, s.data_limit, s.billing_day, s.zone
    FROM sim_slots p JOIN sims s ON s.id = p.sim_id
    WHERE p.device_id = ${deviceId} AND NOT ${hasLeft} AND ${resolved} ORDER BY p.modem, p.slot`.execute(db)
  return rows
}

/** A SIM by its id, which the caller has found in its scope. */
export async function findSim(db: Db, id: number): Promise<Sim | undefined> {
  const { rows } = await sql<Sim>`
    SELECT s.id, s.iccid, s.data_limit, s.billing_day, s.zone FROM sims s WHERE s.id = ${id} AND ${resolved}`.execute(
    db,
  )
  return rows[0]
}

export const simIn = (sims: readonly PlacedSim[], { modem, sim }: SimPlace): PlacedSim | undefined =>
  sims.find((one) => one.modem === modem && one.sim === sim)

export const noLimit: SimValues = { data_limit: null, billing_day: billingDays.default, zone: 'UTC' }

/**
 * Sets values of SIMs whose devices the caller has locked; what is omitted stays. They are checked at once, as if no
 * share of a limit had ever been reached.
 */
export async function setSimValues(db: Db, ids: readonly number[], values: Partial<SimValues>): Promise<void> {
  const { data_limit, billing_day, zone } = values
  const period = billing_day !== undefined
  await sql`
    UPDATE sims s SET data_limit = ${data_limit === undefined ? sql`s.data_limit` : sql`${data_limit}::bigint`},
      billing_day = coalesce(${billing_day ?? null}, s.billing_day), zone = coalesce(${zone ?? null}, s.zone),
      used = CASE WHEN ${period} AND s.billing_day <> ${billing_day ?? null} THEN NULL ELSE s.used END,
      expected = CASE WHEN ${period} AND s.billing_day <> ${billing_day ?? null} THEN NULL ELSE s.expected END,
      reached = 0, due_at = now()
    WHERE s.id = ANY (${[...ids]}::bigint[]) AND ${resolved}`.execute(db)
  await storeOver(db, sql`d.id IN (SELECT p.device_id FROM sim_slots p WHERE p.sim_id = ANY (${[...ids]}::bigint[]))`)
}

/** Updates the rows of locked devices, by which the list filters those with a SIM over its limit. */
export async function storeOver(db: Db, which: RawBuilder<boolean>): Promise<void> {
  const over = sql`EXISTS (
    SELECT FROM sim_slots p JOIN sims s ON s.id = p.sim_id WHERE p.device_id = d.id AND s.over AND NOT ${hasLeft})`
  await sql`UPDATE devices d SET over_data_limit = ${over}
    WHERE ${which} AND over_data_limit <> ${over} AND ${resolved}`.execute(db)
}
