import * as z from 'zod/mini'
import { text } from '../i18n.ts'
import { escapeText } from '../link/escape.ts'
import { linkLimits } from '../link/limits.ts'
import { actionLimits } from './constants.ts'

const { commandBytes, commandSeconds } = actionLimits
/** Bytes of a line to a device besides its command. */
const lineAround = 80

const commandText = z.string().check(
  z.trim(),
  z.minLength(1, text('forms.required')),
  z.refine((text) => new TextEncoder().encode(text).length <= commandBytes, {
    error: text('forms.too_many_bytes', { count: commandBytes }),
  }),
  // A character that is not printable ASCII takes five bytes on the wire.
  z.refine((text) => escapeText(text).length <= linkLimits.downLineBytes - lineAround, {
    error: text('forms.command_too_long'),
  }),
)

/** Arguments from callers, by kind. */
export const actionArguments = {
  command: z.object({
    command: commandText,
    /** Time limit on the device, in seconds. */
    seconds: z._default(
      z.int().check(z.minimum(commandSeconds.min), z.maximum(commandSeconds.max)),
      commandSeconds.default,
    ),
  }),
} as const
