import * as z from 'zod/mini'
import { escapeText } from '../link/escape.ts'
import { linkLimits } from '../link/limits.ts'
import { actionLimits } from './constants.ts'

const { commandBytes, commandSeconds } = actionLimits
/** Bytes of a line to a device beside its command. */
const lineAround = 80

const commandText = z.string().check(
  z.trim(),
  z.minLength(1, 'Wants a command'),
  z.refine((text) => new TextEncoder().encode(text).length <= commandBytes, {
    error: `At most ${commandBytes} bytes`,
  }),
  // What is no printable ASCII takes five bytes for each on its way.
  z.refine((text) => escapeText(text).length <= linkLimits.downLineBytes - lineAround, {
    error: 'Too long with so many line ends, backslashes or letters beyond a to z; fetch it as a file instead',
  }),
)

/** What callers bring to kinds with an argument of theirs, by kind. */
export const actionArguments = {
  command: z.object({
    command: commandText,
    /** The device ends it after so many seconds. */
    seconds: z._default(
      z.int().check(z.minimum(commandSeconds.min), z.maximum(commandSeconds.max)),
      commandSeconds.default,
    ),
  }),
} as const
