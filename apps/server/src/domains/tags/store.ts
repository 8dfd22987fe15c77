import { listTags } from '@longreach/contract/tags/endpoints'
import type { TagMark } from '@longreach/contract/tags/mark'
import type { TagAction } from '@longreach/contract/tags/schemas'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { countBetween, createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { prepared } from '../../db/prepared.ts'
import { inContext, inScope, type Placement, type Scope, systemScope } from '../../db/scope.ts'

export interface TagRow {
  id: number
  name: string
  description: string
  color: string
  company_id: number
  company_name: string
  user_id: number | null
  devices_count: number
  actions: TagAction[]
  created_at: Date
  updated_at: Date
}

/**
 * Number of devices with the tag that the caller sees. They are all in the tag's company or below it, so for a caller
 * who sees that whole subtree the devices need not be read: the key of the assignments is enough.
 */
function devicesCount(scope: Scope): RawBuilder<number> {
  const seen =
    scope.column === 'company_id'
      ? sql`AND EXISTS (SELECT FROM devices d WHERE d.id = x.device_id AND ${inScope(scope, 'd')})`
      : sql``
  return sql<number>`(SELECT count(*) FROM device_tags x WHERE x.tag_id = t.id ${seen})`
}

export const tagList = defineList({
  endpoint: listTags,
  from: () => sql`tags t JOIN companies c ON c.id = t.company_id`,
  reach: (scope) => inContext(scope, 't'),
  columns: (scope) => sql<TagRow>`
    t.id, t.name, t.description, t.color, t.company_id, c.name AS company_name, t.user_id,
    ${devicesCount(scope)} AS devices_count,
    coalesce((SELECT jsonb_agg(jsonb_build_object('action', a.action, 'source_id', a.source_id, 'source_name', a.source_name) ORDER BY a.position)
      FROM tag_actions a WHERE a.tag_id = t.id), '[]') AS actions, t.created_at, t.updated_at`,
  id: 't.id',
  sorts: {
    id: 't.id',
    name: 't.name_key',
    company_name: 'c.name_key',
    device_count: devicesCount,
    created_at: 't.id',
  },
  defaultSort: 'name',
  filters: {
    company_id: 't.company_id',
    for_company: (company, scope) => sql`t.company_id IN (
      SELECT unnest(ARRAY[c.id, c.l1_id, c.l2_id]) FROM companies c WHERE c.id = ${company} AND ${inScope(scope, 'c')})`,
    ...countBetween('device_count', devicesCount),
    ...createdBetween('t.created_at'),
  },
  search: { name: sql`t.name_key` },
})

export const { page: findTags, ids: findTagIds, find: findTag } = tagList

export interface LockedTag extends Placement {
  id: number
  name: string
  description: string
  color: string
}

/** Tags in reach, locked against deletion or, for changes of the tags themselves, against any other change. */
export async function lockTags(
  db: Db,
  scope: Scope,
  ids: readonly number[],
  strength: 'key share' | 'update' = 'update',
): Promise<LockedTag[]> {
  const { rows } = await sql<LockedTag>`
    SELECT t.id, t.name, t.description, t.color, t.company_id, t.l1_id, t.l2_id FROM tags t
    WHERE t.id = ANY (${[...ids]}::bigint[]) AND ${inScope(scope, 't')}
    ORDER BY t.id ${strength === 'update' ? sql`FOR UPDATE` : sql`FOR KEY SHARE`}`.execute(db)
  return rows
}

export interface TagValues {
  name: string
  description: string
  color: string
}

export async function insertTag(db: Db, place: Placement, userId: number | null, tag: TagValues): Promise<number> {
  const row = await db
    .insertInto('tags')
    .values({ ...place, ...tag, user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function changeTag(db: Db, id: number, change: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('tags as t')
    .set({ ...change, updated_at: sql`now()` })
    .where('t.id', '=', id)
    .where(systemScope('row resolved in scope before'))
    .execute()
}

export async function removeTags(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    DELETE FROM tags t WHERE t.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}`.execute(
    db,
  )
}

/** Tags of devices that were resolved in scope, by name, as far as the caller sees them. */
export async function tagsOfDevices(db: Db, scope: Scope, ids: readonly number[]): Promise<Map<number, TagMark[]>> {
  const found = new Map<number, TagMark[]>()
  if (ids.length === 0) return found
  const { rows } = await prepared(sql<TagMark & { device_id: number }>`
    SELECT x.device_id, t.id, t.name, t.color FROM device_tags x JOIN tags t ON t.id = x.tag_id
    WHERE x.device_id = ANY (${[...ids]}::bigint[]) AND ${inScope(scope, 't')} ORDER BY t.name_key, t.id`).execute(db)
  for (const { device_id, ...mark } of rows) {
    const marks = found.get(device_id)
    if (marks) marks.push(mark)
    else found.set(device_id, [mark])
  }
  return found
}

export async function removeTagsOf(db: Db, companyId: number): Promise<void> {
  await sql`
    DELETE FROM tags t WHERE t.company_id = ${companyId} AND ${systemScope('row resolved in scope before')}`.execute(db)
}
