import * as z from 'zod/mini'
import { id } from '../ids.ts'
import { givenValues } from './schemas.ts'

/** Content of a campaign of the kind `task_group`; its tasks are fixed when it is selected. */
export const taskGroupContent = z.strictObject({
  group_id: id('task_group'),
  /** Values of variables, for all tasks. */
  variables: z.optional(givenValues),
})
