import * as z from 'zod/mini'
import { formFields } from '../forms/schema.ts'
import { actionLimits } from './constants.ts'
import { runCommandForm } from './forms.ts'

const { command, seconds } = formFields(runCommandForm)

/** Arguments of callers, by the kinds of action that take any. */
export const actionArguments = {
  command: z.object({
    command,
    /** The device ends it after so many seconds. */
    seconds: z._default(seconds, actionLimits.commandSeconds.default),
  }),
} as const
