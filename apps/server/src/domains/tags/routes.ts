import { tagActions } from '@longreach/contract/tags/actions'
import { tagColors } from '@longreach/contract/tags/constants'
import {
  createTag,
  deleteTag,
  deleteTags,
  exportTags,
  getTag,
  listTags,
  tagActionKinds,
  updateTag,
} from '@longreach/contract/tags/endpoints'
import type { Tag } from '@longreach/contract/tags/schemas'
import { formatTime } from '@longreach/contract/time'
import { byIds, exportRoute } from '../../endpoint/csv-export.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { missingRows, selectedIds } from '../../endpoint/selection.ts'
import { findPlacement, requireCompanies } from '../companies/store.ts'
import type { TagAction } from './hooks.ts'
import { namedOnce } from './named-once.ts'
import {
  changeTag,
  findTag,
  findTagIds,
  findTags,
  insertTag,
  type LockedTag,
  lockTags,
  removeTags,
  type TagRow,
} from './store.ts'
import { auditedActions, findTagActions, sameActions, saveTagActions } from './tag-actions.ts'
import { tagEdited, tagsRemoved } from './undo.ts'

export const presentTag = (row: TagRow): Tag => ({
  ...row,
  created_at: formatTime(row.created_at),
  updated_at: formatTime(row.updated_at),
})

export interface TagDeps {
  kinds: () => readonly TagAction[]
}

const valuesOf = ({ name, description, color }: LockedTag) => ({ name, description, color })

async function remove(
  { db, audit, emit, undoable }: Pick<Call, 'db' | 'audit' | 'emit' | 'undoable'>,
  tags: readonly LockedTag[],
): Promise<void> {
  undoable(...(await tagsRemoved(db, tags)))
  await removeTags(
    db,
    tags.map(({ id }) => id),
  )
  for (const tag of tags) {
    audit({ target: 'tag', targetId: tag.id, company: tag, before: valuesOf(tag) })
    emit({ type: 'tag.deleted', data: { tag_id: tag.id, company_id: tag.company_id } })
  }
}

function changeRoutes({ kinds }: TagDeps): Route[] {
  return [
    route(createTag, async (call) => {
      const { db, scope, session, body, audit } = call
      const company = await findPlacement(db, scope, body.company_id)
      if (!company) throw notFound('company_id')
      const { name, description = '', color = tagColors.slate } = body
      const values = { name, description, color }
      const id = await namedOnce(insertTag(db, company, session.userId, values))
      const actions = await saveTagActions(call as never, kinds(), id, body.actions ?? [])
      const started = actions.length > 0 ? { actions: auditedActions(actions) } : {}
      audit({ target: 'tag', targetId: id, company, after: { ...values, ...started } })
      return { data: { id } }
    }),
    route(updateTag, async (call) => {
      const { db, scope, params, body, audit, undoable } = call
      const [tag] = await lockTags(db, scope, [params.id])
      if (!tag) throw notFound()
      const { actions: sent, ...values } = body
      const before = await findTagActions(db, tag.id)
      await namedOnce(changeTag(db, tag.id, values))
      // Unchanged actions keep the user who saved them.
      const changed = sent !== undefined && !sameActions(sent as never, before)
      const after = changed ? await saveTagActions(call as never, kinds(), tag.id, sent) : before
      audit({
        target: 'tag',
        targetId: tag.id,
        company: tag,
        before: { ...valuesOf(tag), ...(changed ? { actions: auditedActions(before) } : {}) },
        after: { ...values, ...(changed ? { actions: auditedActions(after) } : {}) },
      })
      undoable(tagEdited(tag, values, changed ? { before, after } : undefined))
      return { data: {} }
    }),
    route(deleteTag, async (call) => {
      const tags = await lockTags(call.db, call.scope, [call.params.id])
      if (tags.length === 0) throw notFound()
      await remove(call, tags)
      return { data: {} }
    }),
    route(deleteTags, async (call) => {
      const { db, scope, body } = call
      const { id, filter = {} } = body
      const selected = await selectedIds(id, async (most) => {
        await requireCompanies(db, scope, [filter.company_id, filter['ne:company_id']])
        await requireCompanies(db, scope, [filter.for_company], 'for_company')
        return findTagIds(db, scope, filter, most)
      })
      const tags = await lockTags(db, scope, selected)
      const errors = missingRows(id, tags)
      if (tags.length === 0) throw new Problem('NOT_FOUND', { errors })
      await remove(call, tags)
      return { data: tags.map(({ id }) => ({ id })), errors }
    }),
  ]
}

export function tagRoutes(deps: TagDeps): Route[] {
  return [
    route(tagActionKinds, async ({ session }) => ({
      data: deps
        .kinds()
        .filter(({ permission }) => session.permissions.has(permission))
        .sort((one, other) => tagActions.indexOf(one.action) - tagActions.indexOf(other.action))
        .map(({ action, source, filter }) => ({ action, source, filter: { ...filter } })),
    })),
    route(listTags, async ({ db, scope, query }) => {
      const { page, total } = await findTags(db, scope, query)
      return { data: page.map(presentTag), meta: { total } }
    }),
    exportRoute(exportTags, ({ db, scope, query }) =>
      byIds(
        (most) => findTagIds(db, scope, query, most),
        async (id) => (await findTags(db, scope, { id, limit: id.length, offset: 0 })).page.map(presentTag),
      ),
    ),
    route(getTag, async ({ db, scope, params }) => {
      const tag = await findTag(db, scope, params.id)
      if (!tag) throw notFound()
      return { data: presentTag(tag) }
    }),
    ...changeRoutes(deps),
  ]
}
