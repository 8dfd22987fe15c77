import type { MoveLosses } from '@longreach/contract/devices/schemas'
import { type Text, text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Placement, type Scope, systemScope } from '../../../db/scope.ts'
import { notFound, Problem } from '../../../endpoint/problem.ts'
import { changedSince, type UndoCall, type UndoStep, undoKind } from '../../../endpoint/undo.ts'
import type { DevicesMoving } from '../hooks.ts'
import { writeDeviceLogs } from '../logs.ts'
import { lockDevices } from '../store.ts'
import { auditedIds, tagsChanged } from '../tagging/tag-undo.ts'
import type { TagOnDevice } from '../tagging/tagging.ts'

export type MovingDevice = Awaited<ReturnType<typeof lockDevices>>[number]

export interface TargetCompany extends Placement {
  name: string
}

/** The target company, locked against deletion and moves; throws NOT_FOUND if it is out of reach. */
export async function lockTarget(db: Db, scope: Scope, id: number, source?: string): Promise<TargetCompany> {
  const row = await db
    .selectFrom('companies as c')
    .select(['c.id as company_id', 'c.l1_id', 'c.l2_id', 'c.name'])
    .where('c.id', '=', id)
    .where(inScope(scope, 'c'))
    .forShare()
    .executeTakeFirst()
  if (!row || id === 0) throw notFound(source)
  return row
}

/** Reasons why devices cannot be moved now, by device id: work of other domains in progress on them. */
export async function findRefusals(
  db: Db,
  moving: readonly DevicesMoving[],
  devices: readonly MovingDevice[],
): Promise<Map<number, Text>> {
  const ids = devices.map(({ id }) => id)
  const refusals = new Map<number, Text>()
  for (const { refusals: find } of moving)
    for (const [id, reason] of (await find?.(db, ids)) ?? []) refusals.set(id, reason)
  return refusals
}

const keyOf = ({ device_id, tag_id }: TagOnDevice) => `${device_id} ${tag_id}`

async function findTags(db: Db, ids: readonly number[]): Promise<TagOnDevice[]> {
  const { rows } = await sql<TagOnDevice>`
    SELECT device_id, tag_id FROM device_tags WHERE device_id = ANY (${[...ids]}::bigint[])`.execute(db)
  return rows
}

/** Counts tags on the devices that belong to none of these companies, and the devices that have any. */
export async function countTagsOutside(db: Db, ids: readonly number[], companies: readonly number[]) {
  const { rows } = await sql<Pick<MoveLosses, 'tags' | 'tagged_devices'>>`
    SELECT count(DISTINCT x.tag_id) AS tags, count(DISTINCT x.device_id) AS tagged_devices
    FROM device_tags x JOIN tags t ON t.id = x.tag_id
    WHERE x.device_id = ANY (${[...ids]}::bigint[]) AND t.company_id <> ALL (${[...companies]}::bigint[])
      AND ${systemScope('row resolved in scope before')}`.execute(db)
  return rows[0] as Pick<MoveLosses, 'tags' | 'tagged_devices'>
}

async function writePlaces(db: Db, ids: readonly number[], to: Placement): Promise<void> {
  await sql`
    UPDATE devices d SET company_id = ${to.company_id}, l1_id = ${to.l1_id}, l2_id = ${to.l2_id}, updated_at = now()
    WHERE id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}`.execute(db)
  // A permit lets any device with a key of the company replace the key, and it was given for the former company.
  await sql`DELETE FROM enrolment_permits WHERE device_id = ANY (${[...ids]}::bigint[])`.execute(db)
}

/**
 * Writes one audit line for each company the devices leave, visible to those above it, and the same for the new one.
 */
function recordMove(call: UndoCall, devices: readonly MovingDevice[], to: TargetCompany): void {
  for (const rows of Map.groupBy(devices, ({ company_id }) => company_id).values()) {
    const [first] = rows as [MovingDevice]
    const ids = rows.map(({ id }) => id)
    const one = ids.length === 1
    const device = { kind: 'device', id: first.id, name: first.name }
    const change = {
      target: 'device',
      ...(one ? { targetId: first.id, name: first.name } : {}),
      mentions: {
        company: { kind: 'company', id: to.company_id, name: to.name },
        ...(one ? { devices: device } : {}),
      },
      before: { company_id: first.company_id },
      after: {
        company_id: to.company_id,
        ...(ids.length > auditedIds ? { count: ids.length } : { devices: ids }),
      },
    }
    for (const company of [first, to]) call.audit({ ...change, company })
  }
}

async function logMove(call: UndoCall, devices: readonly MovingDevice[], to: TargetCompany): Promise<void> {
  const line = (device: MovingDevice, company: Placement, log: Text) => ({
    type: 'change' as const,
    status: true,
    deviceId: device.id,
    company,
    serial: device.serial,
    userId: call.session.userId,
    username: call.session.username,
    ip: call.ip,
    userAgent: call.userAgent,
    log,
  })
  await writeDeviceLogs(
    call.db,
    devices.flatMap((device) => [
      line(device, device, text('devices.log_moved_away')),
      line(device, to, text('devices.log_moved_here')),
    ]),
  )
}

const movedKind = 'devices.move'

interface MovedDevices {
  ids: number[]
  /** Company ids before and after the move. */
  from: number
  to: number
}

/** Moves locked devices. The caller has checked that nothing prevents it. */
export async function moveDevicesTo(
  call: UndoCall,
  { devices, to }: { devices: readonly MovingDevice[]; to: TargetCompany },
  moving: readonly DevicesMoving[],
): Promise<void> {
  const { db } = call
  const ids = devices.map(({ id }) => id)
  const before = await findTags(db, ids)
  await writePlaces(db, ids, to)
  const kept = new Set((await findTags(db, ids)).map(keyOf))
  const removed = before.filter((pair) => !kept.has(keyOf(pair)))
  const lost = tagsChanged({ added: [], removed })
  // If tags were lost, the move could not be undone exactly without them.
  const exact = removed.length === 0 || lost.length > 0
  for (const { moved } of moving) {
    const { undo, publish } = await moved(db, ids)
    lost.push(...undo)
    call.after(publish)
  }
  await logMove(call, devices, to)
  recordMove(call, devices, to)
  const from = Map.groupBy(devices, ({ company_id }) => company_id)
  const back = [...from].map(([company, rows]): UndoStep => {
    const state: MovedDevices = { ids: rows.map(({ id }) => id), from: company, to: to.company_id }
    return { kind: movedKind, state }
  })
  if (exact) call.undoable(...back, ...lost)
  call.emit(
    ...devices.map(({ id, company_id }) => ({
      type: 'device.moved' as const,
      data: { device_id: id, company_id: to.company_id, from_company_id: company_id },
    })),
  )
}

/** Undo: moves devices back to the companies they came from. */
export const movedDevices = (moving: readonly DevicesMoving[]) =>
  undoKind<MovedDevices>(movedKind, 'move_devices', async (call, states) => {
    const { db, scope } = call
    const moves = [...states].sort((one, other) => one.from - other.from)
    // Companies are locked before devices, as in the move of a company.
    const homes = new Map<number, TargetCompany>()
    for (const { from } of moves) homes.set(from, await lockTarget(db, scope, from))
    for (const { ids, from, to } of moves) {
      const home = homes.get(from) as TargetCompany
      const devices = await lockDevices(db, scope, ids)
      if (devices.length < ids.length) throw changedSince(text('devices.undo_gone'))
      if (devices.some(({ company_id }) => company_id !== to)) throw changedSince(text('devices.undo_moved'))
      const [refusal] = (await findRefusals(db, moving, devices)).values()
      if (refusal) throw new Problem('CONFLICT', { message: refusal })
      await moveDevicesTo(call, { devices, to: home }, moving)
    }
  })
