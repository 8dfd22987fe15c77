import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { ActionKinds } from '../actions/kinds.ts'
import { type OwnOrigin, ownOrigins, startAction } from '../actions/start.ts'
import { handlerOf } from '../actions/start-call.ts'
import { actionsQueued } from '../devices/topics.ts'
import { readDrifted } from './drift-reads.ts'
import type { DueDevice } from './due-device.ts'
import { readEnrolled } from './first-reads.ts'

/** Devices read at a time, and the most reads in progress. */
const atOnce = 50
const mostOpen = 200

const job = systemScope('background job')

interface Deps {
  db: Db
  bus: Bus
  kinds: () => ActionKinds
}

/** Selects due devices, at most as many as there is room for, and notes that they are read. */
type Due = (tx: Db, room: () => Promise<number>) => Promise<DueDevice[]>

const sources: readonly [OwnOrigin, Due][] = [
  ['config_drift', readDrifted],
  ['config_first_read', readEnrolled],
]

/** Reads the configuration of some devices without a user's request: of those that drifted, and of new ones. */
export async function startOwnReads({ db, bus, kinds }: Deps): Promise<void> {
  for (const [origin, findDue] of sources) {
    const started = await db.transaction().execute(async (tx) => {
      const devices = await findDue(tx, async () => Math.max(0, Math.min(atOnce, mostOpen - (await countOpen(tx)))))
      const handler = handlerOf(kinds(), 'read_configuration')
      for (const own of Map.groupBy(devices, ({ company_id }) => company_id).values()) {
        const [{ company_id, l1_id, l2_id }] = own as [DueDevice]
        const starter = { company_id, l1_id, l2_id, userId: null, actorId: null, username: null }
        await startAction(tx, starter, own, { handler, arg: null, seconds: 0, origin })
      }
      return devices.map(({ id }) => id)
    })
    if (started.length > 0) bus.publish(actionsQueued, { deviceIds: started })
  }
}

/**
 * Number of reads that the server started lately and that have not ended, without those that wait for a device to come
 * online.
 */
async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM action_targets t JOIN actions a ON a.id = t.action_id
    JOIN devices d ON d.id = t.device_id
    WHERE t.state IN ('queued', 'sent', 'running') AND a.origin = ANY (${[...ownOrigins]}::text[]) AND d.status = 1
      AND a.created_at > now() - interval '1 hour' AND ${job}`.execute(db)
  return rows[0]?.count ?? 0
}
