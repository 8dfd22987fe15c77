import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { Moved } from '../actions/steps.ts'
import { type DueDevice, dueColumns, isReadable } from './due-device.ts'

/** Devices selected at a time. */
const atOnce = 50

const job = systemScope('background job')

/**
 * Devices that reported a changed configuration, to be read without a user's request. A device is read for each
 * reported checksum until that succeeds; one with a metered connection only at a user's request.
 */
export async function readDrifted(tx: Db, room: () => Promise<number>): Promise<DueDevice[]> {
  const { rows: due } = await sql<DueDevice>`
    SELECT ${dueColumns} FROM device_configs x JOIN devices d ON d.id = x.device_id
    WHERE x.read_due AND coalesce(x.read_after <= now(), true) AND ${job} ORDER BY x.device_id LIMIT ${atOnce} FOR UPDATE OF x SKIP LOCKED`.execute(
    tx,
  )
  if (due.length === 0) return []
  const rows = due.slice(0, await room())
  await sql`
    UPDATE device_configs SET read_due = false
    WHERE device_id = ANY (${rows.map(({ id }) => id)}::bigint[])`.execute(tx)
  return rows.filter(isReadable)
}

/** Seconds until a failed read is repeated: doubled after each failure, a day at most. */
const retryAfter = { first: 300, most: 86_400 } as const

/** Repeats later the server's own reads that did not succeed; reads cancelled by a user are not repeated. */
export async function retryReads(tx: Db, targets: readonly Moved[]): Promise<void> {
  const failed = targets.filter(({ state }) => state === 'failed' || state === 'expired').map(({ id }) => id)
  if (failed.length === 0) return
  await sql`
    UPDATE device_configs x SET read_due = true, read_tries = x.read_tries + 1,
      read_after = now() + least(${retryAfter.first} * power(2, least(x.read_tries, 20)), ${retryAfter.most}) * interval '1 second'
    FROM action_targets t JOIN actions a ON a.id = t.action_id
    WHERE t.id = ANY (${failed}::bigint[]) AND a.origin = 'config_drift' AND x.device_id = t.device_id
      AND x.unread AND x.state = 'drifted' AND ${job}`.execute(tx)
}
