import * as z from 'zod/mini'
import { taskTypes } from './constants.ts'

const snapshot = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(taskTypes),
  timeout: z.int(),
  stop_on_failure: z.boolean(),
  command: z.optional(z.string()),
  acceptable_codes: z.optional(z.array(z.int())),
  /** Command and path may contain variables. */
  path: z.optional(z.string()),
  /** Only in API requests, like `query` and the JSON of `body`, whose texts may contain variables. */
  method: z.optional(z.string()),
  query: z.optional(z.string()),
  body: z.optional(z.string()),
  file: z.optional(z.object({ id: z.int(), name: z.string(), sha256: z.string(), size: z.int() })),
  /** Values of its variables; secret ones are stored sealed. */
  values: z.record(z.string(), z.string()),
})
/** A task as it was at the start of its group. */
export type RunTask = z.infer<typeof snapshot>

/** Argument of a run of a group, as stored with its action. */
export const taskRunArgument = z.object({
  group_id: z.int(),
  name: z.string(),
  tasks: z.array(snapshot).check(z.minLength(1)),
  success_tags: z.array(z.int()),
  failed_tags: z.array(z.int()),
  /** True if there are secret values. */
  secret: z.boolean(),
})
export type TaskRun = z.infer<typeof taskRunArgument>
