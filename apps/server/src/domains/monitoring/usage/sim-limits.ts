import { billingDays } from '@longreach/contract/monitoring/usage-constants'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'
import type { SimPlace } from './data-usage.ts'

export interface SimValues {
  data_limit: number | null
  billing_day: number
  zone: string
}

export type SimLimit = SimPlace & SimValues

/** Limits that users have set for a device's SIMs. The caller has found the device in its scope. */
export async function findSimLimits(db: Db, deviceId: number): Promise<SimLimit[]> {
  const { rows } = await sql<SimLimit>`SELECT modem, sim, data_limit, billing_day, zone FROM sim_limits
    WHERE device_id = ${deviceId} ORDER BY modem, sim`.execute(db)
  return rows
}

export const limitOf = (limits: readonly SimLimit[], { modem, sim }: SimPlace): SimLimit =>
  limits.find((one) => one.modem === modem && one.sim === sim) ?? {
    modem,
    sim,
    data_limit: null,
    billing_day: billingDays.default,
    zone: 'UTC',
  }

/** The caller has locked the device's row. A changed limit is checked at once, as if it had never been reached. */
export async function setSimLimit(db: Db, deviceId: number, { modem, sim }: SimPlace, values: SimValues) {
  const { data_limit, billing_day, zone } = values
  await sql`
    INSERT INTO sim_limits (device_id, modem, sim, data_limit, billing_day, zone, due_at)
    VALUES (${deviceId}, ${modem}, ${sim}, ${data_limit}::bigint, ${billing_day}, ${zone},
      CASE WHEN ${data_limit}::bigint IS NOT NULL THEN now() END)
    ON CONFLICT (device_id, modem, sim) DO UPDATE SET data_limit = excluded.data_limit,
      billing_day = excluded.billing_day, zone = excluded.zone, due_at = excluded.due_at, period = NULL, reached = 0,
      over = sim_limits.over AND excluded.data_limit IS NOT NULL`.execute(db)
  await storeOver(db, deviceId)
}

/** Updates the device row, by which the list filters devices over a limit. The caller has locked it. */
export async function storeOver(db: Db, deviceId: number): Promise<void> {
  const over = sql`EXISTS (SELECT FROM sim_limits WHERE device_id = ${deviceId} AND over)`
  await sql`UPDATE devices SET over_data_limit = ${over}
    WHERE id = ${deviceId} AND over_data_limit <> ${over} AND ${systemScope('row resolved in scope before')}`.execute(
    db,
  )
}
