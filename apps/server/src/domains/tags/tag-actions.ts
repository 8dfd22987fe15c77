import { text } from '@longreach/contract/i18n'
import type { TagActionName } from '@longreach/contract/tags/actions'
import type { Db } from '../../db/client.ts'
import { lacks } from '../../endpoint/lacks.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import type { TagAction } from './hooks.ts'

/** A row of `tag_actions` without its tag. */
export interface TagActionRow {
  position: number
  action: TagActionName
  source_id: number
  source_name: string
  user_id: number | null
  username: string
}

/** Actions in a request; the schema of the form does not narrow the cells of a table. */
export type SentActions = readonly object[]

interface Saved {
  action: TagActionName
  source_id: number
}

export const findTagActions = async (db: Db, tagId: number): Promise<TagActionRow[]> =>
  (await db
    .selectFrom('tag_actions')
    .select(['position', 'action', 'source_id', 'source_name', 'user_id', 'username'])
    .where('tag_id', '=', tagId)
    .orderBy('position')
    .execute()) as TagActionRow[]

export async function insertTagActions(db: Db, tagId: number, rows: readonly TagActionRow[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('tag_actions')
      .values(rows.map((row) => ({ ...row, tag_id: tagId })))
      .execute()
}

type Caller = Pick<Call, 'db' | 'scope' | 'session'>

/** Replaces the actions of a tag in the name of the caller. Throws if the caller may not start one. */
export async function saveTagActions(
  { db, scope, session }: Caller,
  kinds: readonly TagAction[],
  tagId: number,
  sent: SentActions,
): Promise<TagActionRow[]> {
  const rows: TagActionRow[] = []
  for (const [at, { action, source_id }] of (sent as unknown as readonly Saved[]).entries()) {
    const kind = kinds.find((one) => one.action === action)
    const source = `actions.${at}.action`
    if (!kind) throw new Problem('VALIDATION_FAILED', { source, message: text('tags.no_such_action') })
    if (!session.permissions.has(kind.permission)) throw lacks(session, kind.permission, source)
    const source_name = await nameOf({ db, scope }, kind, source_id, `actions.${at}.source_id`)
    const { userId: user_id, username } = session
    rows.push({ position: at + 1, action, source_id, source_name, user_id, username })
  }
  await db.deleteFrom('tag_actions').where('tag_id', '=', tagId).execute()
  await insertTagActions(db, tagId, rows)
  return rows
}

async function nameOf(call: Pick<Call, 'db' | 'scope'>, kind: TagAction, id: number, source: string): Promise<string> {
  try {
    return await kind.nameOf(call, id)
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') throw new Problem('NOT_FOUND', { source })
    throw error
  }
}

/** Values for the audit log. */
export const auditedActions = (rows: readonly Pick<TagActionRow, 'action' | 'source_name'>[]): string[] =>
  rows.map(({ action, source_name }) => `${action}: ${source_name}`)

export const sameActions = (one: readonly Saved[], other: readonly Saved[]): boolean =>
  one.length === other.length &&
  one.every(({ action, source_id }, at) => other[at]?.action === action && other[at]?.source_id === source_id)
