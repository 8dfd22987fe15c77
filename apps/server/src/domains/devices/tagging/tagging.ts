import type { ErrorItem } from '@longreach/contract/errors'
import { text } from '@longreach/contract/i18n'
import type { TagOrigin } from '@longreach/contract/tags/actions'
import { taggingLimits } from '@longreach/contract/tags/constants'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Placement, type Scope, systemScope } from '../../../db/scope.ts'
import { Problem } from '../../../endpoint/problem.ts'
import type { LockedTag } from '../../tags/store.ts'
import { deviceList, type Selection } from '../list.ts'

export interface Tagged extends Placement {
  id: number
}

export interface TaggedDevice extends Tagged {
  name: string
}

/** Devices that get the same tags. */
export interface TagGroup {
  devices: readonly Tagged[]
  tags: readonly LockedTag[]
}

export interface TagOnDevice {
  device_id: number
  tag_id: number
}

export interface Changed {
  added: readonly TagOnDevice[]
  removed: readonly TagOnDevice[]
}

/**
 * The devices of a selection, locked against moves and deletion until their tags are written, in the same order as
 * links and reports lock them.
 */
export async function holdDevices(db: Db, scope: Scope, selection: Selection): Promise<TaggedDevice[]> {
  const most = taggingLimits.devices
  const { rows } = await sql<TaggedDevice>`
    SELECT d.id, d.name, d.company_id, d.l1_id, d.l2_id FROM devices d WHERE ${deviceList.where(scope, selection)}
    ORDER BY d.id LIMIT ${most + 1} FOR NO KEY UPDATE OF d`.execute(db)
  if (rows.length > most)
    throw new Problem('VALIDATION_FAILED', {
      source: 'filter',
      message: text('devices.too_many', { count: most }),
    })
  return rows
}

/** The devices in reach with one of these MACs or serials, locked like those of `holdDevices`. */
export async function holdNamedDevices(db: Db, scope: Scope, column: 'mac' | 'serial', names: readonly string[]) {
  const { rows } = await sql<TaggedDevice & { mac: string; serial: string }>`
    SELECT d.id, d.name, d.company_id, d.l1_id, d.l2_id, d.mac, d.serial FROM devices d
    WHERE ${deviceList.where(scope, {})} AND ${sql.ref(column === 'mac' ? 'd.mac_key' : 'd.serial')} = ANY (${[...names]}::text[])
    ORDER BY d.id FOR NO KEY UPDATE OF d`.execute(db)
  return rows
}

/** A tag can be assigned to devices of its company and of the companies below. */
const reaches = (tag: LockedTag, device: Tagged) =>
  [device.company_id, device.l1_id, device.l2_id].includes(tag.company_id)

/** One error for each tag that some of the devices cannot have. */
export function outOfReach({ devices, tags }: TagGroup): ErrorItem[] {
  return tags.flatMap((tag) => {
    const count = devices.filter((device) => !reaches(tag, device)).length
    if (count === 0) return []
    const message = text('devices.tag_out_of_reach', { tag: tag.name, count })
    return [{ code: 'CONFLICT', message, source: String(tag.id) }]
  })
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Why and how tags are put on devices. */
export interface Assignment {
  /** `add_device`: the tags were selected while the devices were added. */
  origin?: TagOrigin
  /** Length of the chain of tags that led to this one. */
  depth?: number
}

/** Assigns the tags to the devices that can have them; the actions of these tags are started in the background. */
export async function putTags(
  db: Db,
  { devices, tags }: { devices: readonly { id: number }[]; tags: readonly { id: number }[] },
  { origin = 'tag_action', depth = 0 }: Assignment = {},
): Promise<TagOnDevice[]> {
  if (tags.length === 0 || devices.length === 0) return []
  const { rows } = await sql<TagOnDevice>`
    WITH added AS (
      INSERT INTO device_tags (tag_id, device_id)
      SELECT t.id, d.id FROM devices d JOIN tags t ON t.company_id IN (d.company_id, d.l1_id, d.l2_id)
      WHERE d.id = ANY (${idsOf(devices)}::bigint[]) AND t.id = ANY (${idsOf(tags)}::bigint[])
        AND ${systemScope('row resolved in scope before')}
      ORDER BY d.id, t.id ON CONFLICT DO NOTHING RETURNING device_id, tag_id
    ), fired AS (
      INSERT INTO tag_firings (tag_id, device_id, origin, depth, ready)
      SELECT tag_id, device_id, ${origin}, ${depth}, EXISTS (SELECT FROM device_session s WHERE s.device_id = added.device_id)
      FROM added WHERE EXISTS (SELECT FROM tag_actions a WHERE a.tag_id = added.tag_id) ORDER BY device_id, tag_id
    )
    SELECT device_id, tag_id FROM added`.execute(db)
  return rows
}

/** Removes tags from the devices: the named ones, or all that the caller sees except those to keep. */
export async function takeTags(
  db: Db,
  scope: Scope,
  devices: readonly Tagged[],
  which: { only: readonly LockedTag[] } | { allBut: readonly LockedTag[] },
): Promise<TagOnDevice[]> {
  const matching =
    'only' in which
      ? sql`t.id = ANY (${idsOf(which.only)}::bigint[])`
      : sql`t.id <> ALL (${idsOf(which.allBut)}::bigint[])`
  const { rows } = await sql<TagOnDevice>`
    DELETE FROM device_tags x USING tags t
    WHERE t.id = x.tag_id AND x.device_id = ANY (${idsOf(devices)}::bigint[]) AND ${matching} AND ${inScope(scope, 't')}
    RETURNING x.device_id, x.tag_id`.execute(db)
  return rows
}

/** Gives devices exactly these of the tags that the caller sees. */
export async function replaceTags(
  db: Db,
  scope: Scope,
  group: TagGroup,
  assignment: Assignment = {},
): Promise<Changed> {
  const removed = await takeTags(db, scope, group.devices, { allBut: group.tags })
  return { added: await putTags(db, group, assignment), removed }
}
