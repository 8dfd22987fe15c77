import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inHistory, type Scope } from '../../db/scope.ts'

/** Bytes sent to the devices of a campaign, repetitions included. */
export async function bytesSent(db: Db, scope: Scope, campaignId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT coalesce(sum(u.sent), 0)::bigint AS bytes
    FROM campaign_devices c JOIN device_downloads u ON u.target_id = c.target_id
    WHERE c.campaign_id = ${campaignId} AND ${inHistory(scope, 'c')}`.execute(db)
  return rows[0]?.bytes ?? 0
}
