import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { eventHandler } from '../../events/handler.ts'
import type { Moved } from '../actions/steps.ts'
import { type DueDevice, dueColumns, isReadable } from './due-device.ts'

/** Seconds from the enrolment of a device to its read: by then it is connected and has its first settings. */
const firstAfter = 120
/** Seconds until a device is looked at again: doubled after each read that did not succeed, a day at most. */
const againAfter = { first: 300, most: 86_400 } as const
/** Devices looked at in one transaction; most of those are offline. */
const atOnce = 1000

const job = systemScope('background job')

/** Devices that enrol are read soon after; those that enrolled again and are known from before are not. */
export const noteEnrolled = eventHandler('configs.enrolled', ['device.enrolled'], async (tx, events) => {
  const ids = [...new Set(events.map(({ data }) => data.device_id))].sort((one, other) => one - other)
  await sql`
    INSERT INTO config_first_reads (device_id, due_at)
    SELECT d.id, now() + ${firstAfter} * interval '1 second' FROM devices d
    WHERE d.id = ANY (${ids}::bigint[]) AND ${job} ORDER BY d.id
    ON CONFLICT (device_id) DO UPDATE SET due_at = excluded.due_at, tries = 0`.execute(tx)
})

type DueRow = DueDevice & { was_read: boolean; busy: boolean }

/**
 * Devices that enrolled and whose read is due: only those that are online, so that they are not all read at once when
 * they connect together.
 */
export async function readEnrolled(tx: Db, room: () => Promise<number>): Promise<DueDevice[]> {
  const { rows: due } = await sql<DueRow>`
    SELECT ${dueColumns}, EXISTS (SELECT FROM device_configs x WHERE x.device_id = d.id) AS was_read,
      EXISTS (SELECT FROM action_targets t WHERE t.device_id = d.id AND t.state IN ('queued', 'sent', 'running')
        AND t.kind IN ('read_configuration', 'configure', 'restore', 'roll_back')) AS busy
    FROM config_first_reads r JOIN devices d ON d.id = r.device_id
    WHERE r.due_at <= now() AND ${job} ORDER BY r.due_at, r.device_id LIMIT ${atOnce} FOR UPDATE OF r SKIP LOCKED`.execute(
    tx,
  )
  if (due.length === 0) return []
  // Its agent says what it can do when it connects for the first time.
  const isUnknown = ({ status, deleted }: DueRow) => status === 2 && !deleted
  const isOpen = (one: DueRow) => !one.was_read && (isReadable(one) || isUnknown(one))
  const [open, ended] = [due.filter(isOpen), due.filter((one) => !isOpen(one))]
  const ready = open.filter(({ status, busy }) => status === 1 && !busy)
  const read = ready.slice(0, ready.length > 0 ? await room() : 0)
  await sql`DELETE FROM config_first_reads WHERE device_id = ANY (${idsOf(ended)}::bigint[])`.execute(tx)
  await sql`
    UPDATE config_first_reads SET tries = tries + (device_id = ANY (${idsOf(read)}::bigint[]))::int,
      due_at = now() + least(${againAfter.first} * power(2, least(tries, 20)), ${againAfter.most}) * interval '1 second'
    WHERE device_id = ANY (${idsOf([...read, ...open.filter((one) => !ready.includes(one))])}::bigint[])`.execute(tx)
  return read
}

const idsOf = (devices: readonly DueDevice[]) => devices.map(({ id }) => id)

/** Forgets devices that were read, also by a user, and those whose read a user has cancelled. */
export async function endFirstReads(tx: Db, targets: readonly Moved[]): Promise<void> {
  const ended = targets
    .filter(({ state }) => state === 'done' || state === 'cancelled')
    .map(({ device_id }) => device_id)
  if (ended.length > 0) await sql`DELETE FROM config_first_reads WHERE device_id = ANY (${ended}::bigint[])`.execute(tx)
}
