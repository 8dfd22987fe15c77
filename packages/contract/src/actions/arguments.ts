import * as z from 'zod/mini'
import { formFields } from '../forms/schema.ts'
import { id } from '../ids.ts'
import { actionLimits } from './constants.ts'
import { runCommandForm } from './forms.ts'
import { outputNames } from './outputs.ts'

const { command, seconds } = formFields(runCommandForm)

/** Arguments of callers, by the kinds of action that take any. */
export const actionArguments = {
  command: z.object({
    command,
    /** The device ends it after so many seconds. */
    seconds: z._default(seconds, actionLimits.commandSeconds.default),
  }),
  set_output: z.object({ output: z.enum(outputNames), on: z.boolean() }),
} as const

/** What an update of the firmware is started with; stored as the argument of its action. */
export const firmwareArgument = z.object({
  file_id: id('file'),
  name: z.string(),
  sha256: z.string(),
  /** Bytes. */
  size: z.int(),
  /** By its own account; null if the image states none. */
  version: z.nullable(z.string()),
  keep_settings: z.boolean(),
  /** What the caller has agreed to, for a retry. */
  downgrade: z.boolean(),
  metered: z.boolean(),
})
export type FirmwareArgument = z.infer<typeof firmwareArgument>
