import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { type Job, job } from '../../jobs/job.ts'
import type { PresenceChanged } from '../devices/hooks.ts'
import { type DeviceOf, declaredFor, isOutdated } from './declared.ts'

/** Devices per transaction. */
const atOnce = 1000

type DueRow = DeviceOf & { due: number; company_id: number; firmware_outdated: boolean }

/** Compares some of the devices that are due with the declared images; answers how many there were. */
async function compareSome(tx: Db, which: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<DueRow>`
    SELECT f.id AS due, d.id, d.company_id, d.model, d.firmware, d.board, d.firmware_outdated
    FROM firmware_due f JOIN devices d ON d.id = f.device_id
    WHERE ${which} AND ${systemScope('background job')}
    ORDER BY d.id LIMIT ${atOnce} FOR NO KEY UPDATE OF f, d SKIP LOCKED`.execute(tx)
  if (rows.length === 0) return 0
  const declared = await declaredFor(tx, rows)
  const changed = rows
    .map((row) => ({ ...row, outdated: isOutdated(declared.get(row.id) ?? {}, row) }))
    .filter(({ outdated, firmware_outdated }) => outdated !== firmware_outdated)
  if (changed.length > 0)
    await sql`
      UPDATE devices d SET firmware_outdated = NOT firmware_outdated
      WHERE id = ANY (${changed.map(({ id }) => id)}::bigint[]) AND ${systemScope('background job')}`.execute(tx)
  await sql`DELETE FROM firmware_due WHERE id = ANY (${rows.map(({ due }) => due)}::bigint[])`.execute(tx)
  return rows.length
}

/** Compares all that are due, unless they are locked. */
export async function compareDue(db: Db): Promise<void> {
  for (let found = atOnce; found === atOnce; )
    found = await db.transaction().execute((tx) => compareSome(tx, sql`true`))
}

/** The same for devices that have just connected: they may have been updated. */
export const compareArrived: PresenceChanged = async (tx, changes) => {
  const ids = changes.flatMap(({ id, online }) => (online ? [id] : []))
  if (ids.length > 0) await compareSome(tx, sql`f.device_id = ANY (${ids}::bigint[])`)
}

/** Triggers write what is due; this is sent where a user waits for the result. */
export const compareFirmwareJob = job({ name: 'firmware.compare', every: '* * * * *' })

export const firmwareJobs = (db: Db): Job[] => [compareFirmwareJob.handle(() => compareDue(db))]
