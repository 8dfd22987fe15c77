import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { UndoStep } from '../../endpoint/undo.ts'
import { type CompanyBlocker, countRows } from '../companies/blockers.ts'
import type { CompaniesLosing, MoveLosses } from '../companies/hooks.ts'
import { tagsChanged } from './tagging/tag-undo.ts'
import type { TagOnDevice } from './tagging/tagging.ts'

const keyOf = ({ device_id, tag_id }: TagOnDevice) => `${device_id} ${tag_id}`

export const listedDevices: CompanyBlocker = {
  name: 'devices',
  message: 'devices.block_company',
  count: countRows('devices', sql`t.deleted_at IS NULL`),
}

export const deletedDevices: CompanyBlocker = {
  name: 'deleted_devices',
  message: 'devices.deleted_block_company',
  count: countRows('devices', sql`t.deleted_at IS NOT NULL`),
}

export async function removeEnrolmentKeysOf(db: Db, companyId: number): Promise<void> {
  await sql`
    DELETE FROM enrolment_keys k
    WHERE k.company_id = ${companyId} AND ${systemScope('row resolved in scope before')}`.execute(db)
}

/** Tags on the devices that belong to companies above them; a move may put these out of reach. */
async function findInheritedTags(db: Db, companyIds: readonly number[]): Promise<TagOnDevice[]> {
  const { rows } = await sql<TagOnDevice>`
    SELECT x.device_id, x.tag_id FROM devices d JOIN device_tags x ON x.device_id = d.id JOIN tags t ON t.id = x.tag_id
    WHERE d.company_id = ANY (${[...companyIds]}::bigint[]) AND t.company_id <> ALL (${[...companyIds]}::bigint[])
      AND ${systemScope('row resolved in scope before')}`.execute(db)
  return rows
}

/** Counts tags on the devices whose company would no longer be above them after the move. */
export const countLostTags: CompaniesLosing = async (db, { companyIds, above }) => {
  const { rows } = await sql<Pick<MoveLosses, 'tags' | 'devices'>>`
    SELECT count(DISTINCT x.tag_id) AS tags, count(DISTINCT x.device_id) AS devices
    FROM devices d JOIN device_tags x ON x.device_id = d.id JOIN tags t ON t.id = x.tag_id
    WHERE d.company_id = ANY (${[...companyIds]}::bigint[]) AND t.company_id <> ALL (${[...companyIds, ...above]}::bigint[])
      AND ${systemScope('row resolved in scope before')}`.execute(db)
  return rows[0] ?? {}
}

/**
 * Locks the devices of moving companies, in the same order as links and reports. The result runs after the move and
 * returns the undo steps for the tags that the devices lost.
 */
export async function lockDevicesOf(db: Db, companyIds: readonly number[]): Promise<() => Promise<UndoStep[]>> {
  await sql`
    SELECT count(*) FROM (
      SELECT 1 FROM devices d
      WHERE company_id = ANY (${[...companyIds]}::bigint[]) AND ${systemScope('row resolved in scope before')}
      ORDER BY id FOR NO KEY UPDATE
    ) locked`.execute(db)
  const before = await findInheritedTags(db, companyIds)
  return async () => {
    const kept = new Set((await findInheritedTags(db, companyIds)).map(keyOf))
    return tagsChanged({ added: [], removed: before.filter((pair) => !kept.has(keyOf(pair))) })
  }
}
