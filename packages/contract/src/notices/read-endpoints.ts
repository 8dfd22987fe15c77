import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { noticeSchema } from './schemas.ts'

export const readNotices = endpoint({
  name: 'notices.read',
  method: 'GET',
  path: '/notices',
  summary: 'List the enabled notices, newest first',
  permission: 'signed-in',
  response: z.array(noticeSchema),
})
