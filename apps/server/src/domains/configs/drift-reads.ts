import { actionKinds } from '@longreach/contract/actions/kinds'
import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { ActionKinds } from '../actions/kinds.ts'
import { type Candidate, startAction } from '../actions/start.ts'
import { handlerOf } from '../actions/start-call.ts'
import type { Moved } from '../actions/steps.ts'
import { actionsQueued } from '../devices/topics.ts'

/** Devices read at a time, and the most reads in progress. */
const atOnce = 50
const mostOpen = 200

const job = systemScope('background job')
const { capability } = actionKinds.read_configuration

interface Deps {
  db: Db
  bus: Bus
  kinds: () => ActionKinds
}

type DueRow = Candidate & { deleted: boolean }

/**
 * Reads the configuration of some devices that reported a changed one, without a user's request. A device is read for
 * each reported checksum until that succeeds; one with a metered connection only at a user's request.
 */
export async function readDrifted({ db, bus, kinds }: Deps): Promise<void> {
  const started = await db.transaction().execute(async (tx) => {
    const { rows: due } = await sql<DueRow>`
      SELECT d.id, d.name, d.serial, d.company_id, d.l1_id, d.l2_id, d.status, d.status_since, d.bound_at,
        d.monitoring_enabled, d.caps, d.agent_version, d.model, d.firmware, d.board, d.metered_connection,
        d.deleted_at IS NOT NULL AS deleted
      FROM device_configs x JOIN devices d ON d.id = x.device_id
      WHERE x.read_due AND coalesce(x.read_after <= now(), true) AND ${job} ORDER BY x.device_id LIMIT ${atOnce} FOR UPDATE OF x SKIP LOCKED`.execute(
      tx,
    )
    if (due.length === 0) return []
    const rows = due.slice(0, Math.max(0, mostOpen - (await countOpen(tx))))
    await sql`
      UPDATE device_configs SET read_due = false
      WHERE device_id = ANY (${rows.map(({ id }) => id)}::bigint[])`.execute(tx)
    const handler = handlerOf(kinds(), 'read_configuration')
    const able = rows.filter(
      ({ deleted, metered_connection: metered, monitoring_enabled: monitored, caps }) =>
        !deleted && !metered && monitored && capability !== null && caps.includes(capability),
    )
    for (const devices of Map.groupBy(able, ({ company_id }) => company_id).values()) {
      const [{ company_id, l1_id, l2_id }] = devices as [DueRow]
      const starter = { company_id, l1_id, l2_id, userId: null, actorId: null, username: null }
      await startAction(tx, starter, devices, { handler, arg: null, seconds: 0, origin: 'config_drift' })
    }
    return able.map(({ id }) => id)
  })
  if (started.length > 0) bus.publish(actionsQueued, { deviceIds: started })
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

/**
 * Number of reads that the server started lately and that have not ended, without those that wait for a device to come
 * online.
 */
async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM action_targets t JOIN actions a ON a.id = t.action_id
    JOIN devices d ON d.id = t.device_id
    WHERE t.state IN ('queued', 'sent', 'running') AND a.origin = 'config_drift' AND d.status = 1
      AND a.created_at > now() - interval '1 hour' AND ${job}`.execute(db)
  return rows[0]?.count ?? 0
}
