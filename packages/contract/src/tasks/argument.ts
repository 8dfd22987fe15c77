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
  /** A command or path may have variables. */
  path: z.optional(z.string()),
  /** Of an API request; so are `query` and the JSON of `body`, in whose texts may be variables. */
  method: z.optional(z.string()),
  query: z.optional(z.string()),
  body: z.optional(z.string()),
  file: z.optional(z.object({ id: z.int(), name: z.string(), sha256: z.string(), size: z.int() })),
  /** Values of its variables; secret ones are stored sealed. */
  values: z.record(z.string(), z.string()),
})
/** A task as it was when its group was started. */
export type RunTask = z.infer<typeof snapshot>

/** What a run of a group is started with; stored as the argument of its action. */
export const taskRunArgument = z.object({
  group_id: z.int(),
  name: z.string(),
  tasks: z.array(snapshot).check(z.minLength(1)),
  success_tags: z.array(z.int()),
  failed_tags: z.array(z.int()),
  /** Whether there are secret values. */
  secret: z.boolean(),
})
export type TaskRun = z.infer<typeof taskRunArgument>
