import * as z from 'zod/mini'
import { formFields } from '../forms/schema.ts'
import { id } from '../ids.ts'
import { actionLimits } from './constants.ts'
import { runCommandForm } from './forms.ts'
import { outputNames } from './outputs.ts'

const { command, seconds } = formFields(runCommandForm)

/** Arguments from callers, by the kinds of action that take any. */
export const actionArguments = {
  command: z.object({
    command,
    /** Time limit on the device, in seconds. */
    seconds: z._default(seconds, actionLimits.commandSeconds.default),
  }),
  set_output: z.object({ output: z.enum(outputNames), on: z.boolean() }),
} as const

/** Argument of a firmware update, as stored with its action. */
export const firmwareArgument = z.object({
  file_id: id('file'),
  name: z.string(),
  sha256: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Version that the image states; null if it states none. */
  version: z.nullable(z.string()),
  keep_settings: z.boolean(),
  /** Consent of the caller, kept for a retry. */
  downgrade: z.boolean(),
  metered: z.boolean(),
})
export type FirmwareArgument = z.infer<typeof firmwareArgument>
