import type { QueryOf } from '@longreach/contract/endpoint'
import { jobTypes } from '@longreach/contract/firmware/constants'
import { listPendingUpdates } from '@longreach/contract/firmware/endpoints'
import type { PendingUpdate } from '@longreach/contract/firmware/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inContextHistory, type Scope } from '../../db/scope.ts'

type Times = 'created_at' | 'starts_at' | 'expires_at'
type Row = Omit<PendingUpdate, 'job_type' | Times> & { created_at: Date; starts_at: Date | null; expires_at: Date }

/** Updates that were not sent yet. */
export const pendingUpdateList = defineList({
  endpoint: listPendingUpdates,
  from: () => sql`action_targets t JOIN actions a ON a.id = t.action_id`,
  reach: (scope) => sql`t.state = 'queued' AND t.kind = 'update_firmware' AND ${inContextHistory(scope, 't')}`,
  columns: () => sql<Row>`
    t.id, a.arg::jsonb ->> 'name' AS name, a.arg::jsonb ->> 'version' AS version, t.device_serial AS serial, t.device_id,
    t.device_name, t.action_id, a.username, t.message, t.created_at, a.not_before AS starts_at,
    t.expires_at`,
  id: 't.id',
  sorts: { created_at: 't.id' },
  defaultSort: 'created_at',
  filters: { device_id: 't.device_id', ...createdBetween('t.created_at') },
  countCap: 10_000,
})

export async function findPendingUpdates(db: Db, scope: Scope, query: QueryOf<typeof listPendingUpdates>) {
  const { page, ...meta } = await pendingUpdateList.page(db, scope, query)
  const data = page.map((row) => ({
    ...row,
    job_type: jobTypes.update_firmware,
    created_at: formatTime(row.created_at),
    starts_at: row.starts_at && formatTime(row.starts_at),
    expires_at: formatTime(row.expires_at),
  }))
  return { data, meta }
}
