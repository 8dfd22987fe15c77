import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'
import { notFound } from '../../../endpoint/problem.ts'
import { changedSince, type UndoStep, undoKind } from '../../../endpoint/undo.ts'
import { lockTags } from '../../tags/store.ts'
import { type Changed, holdDevices, type TagOnDevice } from './tagging.ts'

/** Most pairs of device and tag whose change can be undone. */
const mostPairs = 20_000
/** With more devices than this an audit line only has their number. */
export const auditedIds = 1000
const kind = 'devices.tags'

/** Undo step for a change of tags; none if it changed nothing or too much. */
export function tagsChanged(state: Changed): UndoStep[] {
  const count = state.added.length + state.removed.length
  return count === 0 || count > mostPairs ? [] : [{ kind, state }]
}

const tagsOf = (pairs: readonly TagOnDevice[]) => pairs.map(({ tag_id }) => tag_id)
const devicesOf = (pairs: readonly TagOnDevice[]) => pairs.map(({ device_id }) => device_id)
const pairs = (list: readonly TagOnDevice[]) =>
  sql`unnest(${devicesOf(list)}::bigint[], ${tagsOf(list)}::bigint[]) AS p (device_id, tag_id)`

async function countPresent(db: Db, list: readonly TagOnDevice[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM device_tags x JOIN ${pairs(list)} USING (device_id, tag_id)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Removes the tags from the devices. */
async function take(db: Db, list: readonly TagOnDevice[]): Promise<void> {
  await sql`
    DELETE FROM device_tags x USING ${pairs(list)}
    WHERE x.device_id = p.device_id AND x.tag_id = p.tag_id`.execute(db)
}

/** Restores the pairs that are still possible and returns their number. */
async function putBack(db: Db, list: readonly TagOnDevice[]): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO device_tags (tag_id, device_id)
    SELECT t.id, d.id FROM ${pairs(list)} JOIN devices d ON d.id = p.device_id
      JOIN tags t ON t.id = p.tag_id AND t.company_id IN (d.company_id, d.l1_id, d.l2_id)
    WHERE ${systemScope('row resolved in scope before')} ORDER BY d.id, t.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Undo: restores the tags of devices. */
export const taggedDevices = undoKind<Changed>(kind, 'assign_tags', async ({ db, scope, emit }, states) => {
  const added = states.flatMap((state) => state.added)
  const removed = states.flatMap((state) => state.removed)
  const ids = [...new Set(devicesOf([...added, ...removed]))]
  const tagIds = [...new Set(tagsOf([...added, ...removed]))]
  const tags = await lockTags(db, scope, tagIds, 'key share')
  const devices = await holdDevices(db, scope, { id: ids })
  if (devices.length === 0) throw notFound()
  if (tags.length < tagIds.length) throw changedSince(text('devices.undo_tag_gone'))
  if (devices.length < ids.length) throw changedSince(text('devices.undo_gone'))
  const asLeft = (await countPresent(db, added)) === added.length && (await countPresent(db, removed)) === 0
  if (!asLeft) throw changedSince(text('devices.undo_tagged', { count: devices.length, name: devices[0]?.name ?? '' }))
  await take(db, added)
  if ((await putBack(db, removed)) < removed.length) throw changedSince(text('devices.undo_moved'))
  emit(
    ...devices.map(({ id, company_id }) => ({ type: 'device.tagged' as const, data: { device_id: id, company_id } })),
  )
})
