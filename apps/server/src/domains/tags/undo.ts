import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { notFound } from '../../endpoint/problem.ts'
import { changedSince, type UndoStep, undoKind } from '../../endpoint/undo.ts'
import { findPlacement } from '../companies/store.ts'
import type { TagAction } from './hooks.ts'
import { namedOnce } from './named-once.ts'
import { changeTag, type LockedTag, lockTags, type TagValues } from './store.ts'
import { findTagActions, sameActions, saveTagActions, type TagActionRow } from './tag-actions.ts'

type Kinds = () => readonly TagAction[]

interface EditedTag {
  id: number
  before: Partial<TagValues>
  after: Partial<TagValues>
  actions?: ChangedActions
}

interface ChangedActions {
  before: readonly TagActionRow[]
  after: readonly TagActionRow[]
}

type Values = { [Field in keyof TagValues]?: string | undefined }

const fields = ['name', 'description', 'color'] as const

/** Undo step that restores the values of an edited tag. */
export function tagEdited(tag: LockedTag, change: Values, actions?: ChangedActions): UndoStep {
  const changed = fields.filter((field) => change[field] !== undefined && change[field] !== tag[field])
  const only = (values: Values) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  const state: EditedTag = { id: tag.id, before: only(tag), after: only(change), ...(actions && { actions }) }
  return { kind: 'tags.edit', state }
}

const editedTags = (kinds: Kinds) =>
  undoKind<EditedTag>('tags.edit', 'update_tags', async (call, states) => {
    const { db, scope } = call
    for (const { id, before, after, actions } of states) {
      const [tag] = await lockTags(db, scope, [id])
      if (!tag) throw notFound()
      const changed = fields.some((field) => after[field] !== undefined && after[field] !== tag[field])
      const started = actions === undefined || sameActions(await findTagActions(db, id), actions.after)
      if (changed || !started) throw changedSince(text('tags.undo_edited', { name: tag.name }))
      await namedOnce(changeTag(db, id, before))
      if (actions) await saveTagActions(call, kinds(), id, actions.before)
    }
  })

interface RemovedTag extends TagValues {
  id: number
  company_id: number
  user_id: number | null
  created_at: string
  devices: number[]
  /** Absent in records of older releases. */
  actions?: TagActionRow[]
}

/** Most assignments of deleted tags for which a deletion can be undone. */
const mostAssigned = 20_000

/** Undo steps that restore tags with their devices; the tags are locked and about to be deleted. */
export async function tagsRemoved(db: Db, tags: readonly LockedTag[]): Promise<UndoStep[]> {
  const ids = tags.map(({ id }) => id)
  const { rows } = await sql<RemovedTag>`
    SELECT t.id, t.company_id, t.name, t.description, t.color, t.user_id, t.created_at,
      ARRAY(SELECT x.device_id FROM device_tags x WHERE x.tag_id = t.id ORDER BY 1) AS devices,
      (SELECT jsonb_agg(to_jsonb(a) - 'tag_id' ORDER BY a.position) FROM tag_actions a WHERE a.tag_id = t.id) AS actions
    FROM tags t WHERE t.id = ANY (${ids}::bigint[]) AND ${systemScope('row resolved in scope before')}`.execute(db)
  const assigned = rows.reduce((sum, { devices }) => sum + devices.length, 0)
  return assigned > mostAssigned ? [] : rows.map((state) => ({ kind: 'tags.delete', state }))
}

const restoring = ['delete_tags', 'create_tags', 'assign_tags'] as const

const deletedTags = (kinds: Kinds) =>
  undoKind<RemovedTag>('tags.delete', restoring, async (call, states) => {
    const { db, scope } = call
    for (const { id, company_id, name, description, color, user_id, created_at, devices, actions } of states) {
      const company = await findPlacement(db, scope, company_id)
      if (!company) throw notFound()
      await namedOnce(
        sql`
        INSERT INTO tags (id, company_id, l1_id, l2_id, name, description, color, user_id, created_at)
        OVERRIDING SYSTEM VALUE
        VALUES (${id}, ${company_id}, ${company.l1_id}, ${company.l2_id}, ${name}, ${description}, ${color},
          (SELECT u.id FROM users u WHERE u.id = ${user_id} AND ${systemScope('row resolved in scope before')}),
          ${created_at})`.execute(db),
      )
      if (actions) await saveTagActions(call, kinds(), id, actions)
      // Devices that were deleted or moved out of reach meanwhile would have lost the tag anyway.
      await sql`
      INSERT INTO device_tags (tag_id, device_id)
      SELECT ${id}::bigint, d.id FROM (
        SELECT d.id FROM devices d
        WHERE d.id = ANY (${devices}::bigint[]) AND d.deleted_at IS NULL
          AND ${company_id} IN (d.company_id, d.l1_id, d.l2_id) AND ${systemScope('row resolved in scope before')}
        ORDER BY d.id FOR NO KEY UPDATE
      ) d`.execute(db)
    }
  })

/** Actions are restored in the name of the user who undoes: they ask and run as if that user had set them. */
export const tagUndo = (kinds: Kinds) => [editedTags(kinds), deletedTags(kinds)]
