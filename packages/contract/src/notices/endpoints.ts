import * as z from 'zod/mini'
import { empty, endpoint } from '../endpoint.ts'
import { exportOf, fieldsOf } from '../export.ts'
import { createdBetween, withNot, wordListText } from '../filter.ts'
import { id, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { noticeTypes } from './constants.ts'
import { newNoticeSchema, noticeChangeSchema, writtenNoticeSchema } from './schemas.ts'

const one = z.object({ id: idText('notice') })

export const listNotices = endpoint({
  name: 'notices.list',
  method: 'GET',
  path: '/system/notices',
  summary: 'List all notices, newest first',
  permission: 'admin_view_notice',
  query: listQuery(['created_at'], { ...withNot({ type: z.optional(wordListText(noticeTypes)) }), ...createdBetween }),
  response: z.array(writtenNoticeSchema),
  meta: listMeta,
})

export const exportNotices = exportOf(listNotices, {
  name: 'notices.export',
  summary: 'Download all notices as CSV',
  file: 'notices',
  columns: fieldsOf(writtenNoticeSchema),
})

export const createNotice = endpoint({
  name: 'notices.create',
  method: 'POST',
  path: '/notices',
  summary: 'Create a notice for all users; markup that is not allowed is removed',
  permission: 'create_notice',
  body: newNoticeSchema,
  response: z.object({ id: id('notice') }),
  status: 201,
})

export const updateNotice = endpoint({
  name: 'notices.update',
  method: 'PUT',
  path: '/notices/{id}',
  summary: 'Change, enable or disable a notice',
  permission: 'update_notice',
  params: one,
  body: noticeChangeSchema,
  response: empty,
})

export const deleteNotice = endpoint({
  name: 'notices.delete',
  method: 'DELETE',
  path: '/notices/{id}',
  summary: 'Delete a notice',
  permission: 'delete_notice',
  params: one,
  response: empty,
})
