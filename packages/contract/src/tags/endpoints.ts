import * as z from 'zod/mini'
import { chosen } from '../choice.ts'
import { empty, endpoint } from '../endpoint.ts'
import { exportOf } from '../export.ts'
import { companyContext, countBetween, createdBetween, searchIn, withNot } from '../filter.ts'
import { id, idListText, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { tagActions } from './actions.ts'
import { tagSorts } from './constants.ts'
import { newTagSchema, tagChangeSchema, tagSchema } from './schemas.ts'

const one = z.object({ id: idText('tag') })
const filters = {
  ...withNot({ company_id: z.optional(idText('company')) }),
  ...countBetween('device_count'),
  ...createdBetween,
  /** Tags that can be assigned to devices of this company: its own, and those of the companies above it. */
  for_company: z.optional(idText('company')),
  ...companyContext,
}

export const listTags = endpoint({
  name: 'tags.list',
  method: 'GET',
  path: '/tags',
  summary: 'List tags',
  permission: 'view_tags',
  query: listQuery(tagSorts, { id: z.optional(idListText('tag')), ...searchIn(['name']), ...filters }),
  response: z.array(z.partial(tagSchema)),
  meta: listMeta,
})

export const exportTags = exportOf(listTags, {
  name: 'tags.export',
  summary: 'Download the tags of a list as CSV',
  file: 'tags',
  columns: ['id', 'name', 'description', 'color', 'company_name', 'devices_count', 'created_at'],
})

export const tagActionKinds = endpoint({
  name: 'tags.action_kinds',
  method: 'GET',
  path: '/tags/actions',
  summary: 'What tags can start on devices, and the list that each takes its source from',
  permission: 'view_tags',
  response: z.array(
    z.object({
      action: z.enum(tagActions),
      /** Name of the list, with a filter. */
      source: z.string(),
      filter: z.record(z.string(), z.string()),
    }),
  ),
})

export const getTag = endpoint({
  name: 'tags.get',
  method: 'GET',
  path: '/tags/{id}',
  summary: 'Get one tag',
  permission: 'view_tags',
  params: one,
  response: tagSchema,
})

export const createTag = endpoint({
  name: 'tags.create',
  method: 'POST',
  path: '/tags',
  summary: 'Create a tag for the devices of a company and of those below it',
  permission: 'create_tags',
  body: newTagSchema,
  response: z.object({ id: id('tag') }),
  status: 201,
})

export const updateTag = endpoint({
  name: 'tags.update',
  method: 'PUT',
  path: '/tags/{id}',
  summary: 'Change the name, description, colour or actions of a tag',
  permission: 'update_tags',
  undoable: true,
  params: one,
  body: tagChangeSchema,
  response: empty,
})

export const deleteTag = endpoint({
  name: 'tags.delete',
  method: 'DELETE',
  path: '/tags/{id}',
  summary: 'Delete a tag; the devices stay',
  permission: 'delete_tags',
  undoable: true,
  params: one,
  response: empty,
})

export const deleteTags = endpoint({
  name: 'tags.delete_many',
  method: 'DELETE',
  path: '/tags',
  summary: 'Delete tags, named or by the filter of a list; the devices stay',
  permission: 'delete_tags',
  undoable: true,
  body: chosen('id', 'tag', filters),
  response: z.array(z.object({ id: id('tag') })),
})
