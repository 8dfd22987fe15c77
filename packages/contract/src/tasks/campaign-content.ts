import * as z from 'zod/mini'
import { id } from '../ids.ts'
import { givenValues } from './schemas.ts'

/** What a campaign of the kind `task_group` brings; its tasks are those of the moment. */
export const taskGroupContent = z.strictObject({
  group_id: id('task_group'),
  /** Values of variables, for all tasks. */
  variables: z.optional(givenValues),
})
