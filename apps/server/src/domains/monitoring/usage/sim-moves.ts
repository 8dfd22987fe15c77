import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'
import type { DevicesMoving } from '../../devices/hooks.ts'

const resolved = systemScope('row resolved in scope before')

/** Days for which a slot that a SIM has left can count for a billing period. */
const stayDays = 62

/** Slots `x` of devices, now and before, whose SIM `s` belongs to another company. */
const misplaced = (which: RawBuilder<boolean>) => sql`(
  SELECT device_id, sim_id FROM sim_slots UNION SELECT device_id, sim_id FROM sim_stays
) x JOIN devices d ON d.id = x.device_id JOIN sims s ON s.id = x.sim_id
WHERE s.company_id <> d.company_id AND ${which} AND ${resolved}`

/**
 * SIMs belong to the companies of their devices: those in devices that moved are SIMs of the new company, with their
 * limits and with what they used there.
 */
async function followDevices(db: Db, which: RawBuilder<boolean>): Promise<void> {
  const { rows } = await sql<{ id: number }>`SELECT DISTINCT s.id FROM ${misplaced(which)}`.execute(db)
  if (rows.length === 0) return
  await sql`
    UPDATE sims s SET company_id = d.company_id, l1_id = d.l1_id, l2_id = d.l2_id
    FROM sim_slots x JOIN devices d ON d.id = x.device_id
    WHERE s.id = x.sim_id AND s.iccid IS NULL AND s.company_id <> d.company_id AND ${which} AND ${resolved}`.execute(db)
  await sql`
    INSERT INTO sims AS n (company_id, iccid, data_limit, billing_day, zone, period, reached)
    SELECT DISTINCT ON (d.company_id, s.iccid) d.company_id, s.iccid, s.data_limit, s.billing_day, s.zone, s.period, s.reached
    FROM ${misplaced(which)} ORDER BY d.company_id, s.iccid
    ON CONFLICT (company_id, iccid) DO UPDATE SET due_at = now(), data_limit = coalesce(n.data_limit, excluded.data_limit),
      billing_day = CASE WHEN n.data_limit IS NULL THEN excluded.billing_day ELSE n.billing_day END,
      zone = CASE WHEN n.data_limit IS NULL THEN excluded.zone ELSE n.zone END`.execute(db)
  for (const table of ['sim_slots', 'sim_stays'])
    await sql`
      UPDATE ${sql.table(table)} x SET sim_id = n.id
      FROM devices d, sims s, sims n
      WHERE d.id = x.device_id AND s.id = x.sim_id AND s.company_id <> d.company_id AND n.company_id = d.company_id
        AND n.iccid = s.iccid AND ${which} AND ${resolved}`.execute(db)
  await sql`
    DELETE FROM sims s WHERE s.id = ANY (${rows.map(({ id }) => id)}::bigint[]) AND ${placeless} AND ${resolved}`.execute(
    db,
  )
}

const placeless = sql<boolean>`NOT EXISTS (SELECT FROM sim_slots p WHERE p.sim_id = s.id)
  AND NOT EXISTS (SELECT FROM sim_stays p WHERE p.sim_id = s.id)`

export const moveSims: DevicesMoving = {
  losses: async () => ({}),
  async moved(db, ids) {
    await followDevices(db, sql`d.id = ANY (${[...ids]}::bigint[])`)
    return { undo: [], publish: () => {} }
  },
}

/** Removes what no billing period needs any more, and SIMs that are in no device and have no limit. */
export async function tidySims(db: Db): Promise<void> {
  // A report can name a SIM while its device moves.
  await db.transaction().execute((tx) => followDevices(tx, sql`true`))
  await sql`DELETE FROM sim_stays WHERE counts_to < now() - ${stayDays} * interval '1 day'`.execute(db)
  await sql`
    DELETE FROM sims s
    WHERE s.data_limit IS NULL AND s.created_at < now() - interval '1 day' AND ${placeless}
      AND ${systemScope('background job')}`.execute(db)
}

/** A company that is deleted has no devices, but may have SIMs with a limit that are in none. */
export async function removeSimsOf(db: Db, companyId: number): Promise<void> {
  await sql`DELETE FROM sims s WHERE s.company_id = ${companyId} AND ${resolved}`.execute(db)
}
