import { actionKinds } from '@longreach/contract/actions/kinds'
import type { UnreadCount } from '@longreach/contract/configs/schemas'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inContext, inScope, type Scope } from '../../db/scope.ts'

/** Counts devices whose configuration was never read. */
export async function countNeverRead(db: Db, scope: Scope): Promise<UnreadCount> {
  const { rows } = await sql<UnreadCount>`
    SELECT count(*) AS devices, count(*) FILTER (WHERE able AND NOT busy) AS readable, count(*) FILTER (WHERE busy) AS reading
    FROM (
      SELECT d.bound_at IS NOT NULL AND d.monitoring_enabled AND ${actionKinds.read_configuration.capability} = ANY (d.caps) AS able,
        d.id IN (SELECT t.device_id FROM action_targets t
          WHERE t.state IN ('queued', 'sent', 'running') AND t.kind = 'read_configuration' AND ${inScope(scope, 't')}) AS busy
      FROM devices d WHERE d.config_state = 'not_read' AND d.deleted_at IS NULL AND ${inContext(scope, 'd')}
    ) unread`.execute(db)
  return rows[0] ?? { devices: 0, readable: 0, reading: 0 }
}
