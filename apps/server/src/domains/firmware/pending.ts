import type { QueryOf } from '@longreach/contract/endpoint'
import { jobTypes, updateKinds } from '@longreach/contract/firmware/constants'
import { listPendingUpdates } from '@longreach/contract/firmware/endpoints'
import type { PendingUpdate } from '@longreach/contract/firmware/schemas'
import { text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inContextHistory, type Scope } from '../../db/scope.ts'

type Times = 'created_at' | 'starts_at' | 'expires_at'
type Row = Omit<PendingUpdate, Times> & { created_at: Date; starts_at: Date | null; expires_at: Date }

const jobType = sql<number>`CASE WHEN t.kind = 'update_firmware' THEN ${jobTypes.update_firmware}::int
  WHEN t.kind = 'restore' THEN ${jobTypes.restore}::int
  ELSE ${jobTypes.configure}::int END`
/** Title of an update whose source has no name. */
const title = sql`CASE t.kind WHEN 'restore' THEN ${text('actions.title_restore')}
  WHEN 'roll_back' THEN ${text('actions.title_roll_back')} ELSE ${text('actions.title_configure')} END`
/** Fact of an image in the action's argument; no other argument is JSON. */
const ofImage = (key: string) => sql`CASE WHEN t.kind = 'update_firmware' THEN a.arg::jsonb ->> ${key} END`

/** Updates that were not sent yet: firmware and configurations. */
export const pendingUpdateList = defineList({
  endpoint: listPendingUpdates,
  from: () => sql`action_targets t JOIN actions a ON a.id = t.action_id`,
  reach: (scope) =>
    sql`t.state = 'queued' AND t.kind = ANY (${[...updateKinds]}::text[]) AND ${inContextHistory(scope, 't')}`,
  columns: () => sql<Row>`
    t.id, ${jobType} AS job_type, coalesce(${ofImage('name')}, a.source_name, ${title}) AS name,
    ${ofImage('version')} AS version, t.device_serial AS serial, t.device_id, t.device_name, t.action_id, a.username,
    t.message, t.created_at, a.not_before AS starts_at, t.expires_at`,
  id: 't.id',
  sorts: { created_at: 't.id' },
  defaultSort: 'created_at',
  filters: {
    device_id: 't.device_id',
    job_type: (types) => sql`${jobType} = ANY (${[...types]}::int[])`,
    ...createdBetween('t.created_at'),
  },
  countCap: 10_000,
})

export async function findPendingUpdates(db: Db, scope: Scope, query: QueryOf<typeof listPendingUpdates>) {
  const { page, ...meta } = await pendingUpdateList.page(db, scope, query)
  const data = page.map((row) => ({
    ...row,
    created_at: formatTime(row.created_at),
    starts_at: row.starts_at && formatTime(row.starts_at),
    expires_at: formatTime(row.expires_at),
  }))
  return { data, meta }
}
