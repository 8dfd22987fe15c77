import * as z from 'zod/mini'
import { connectSteps, credentialLimits } from './constants.ts'

/**
 * The shell's WebSocket, `/connect/<session>`: binary frames are the terminal's bytes in both directions, text frames
 * are the JSON below. The page sends `start` first; the server then opens the shell, or resumes the open one.
 */
export const shellPath = (session: string) => `/connect/${session}`

export const shellLimits = {
  /** Bytes of one frame from the browser. */
  frame: 64 * 1024,
  /** Bytes of one text frame. */
  textFrame: 4096,
  /** Text frames per second, and their burst. `ack` counts as one. */
  textRate: 500,
  textBurst: 1000,
  /** Unacknowledged bytes at which the server stops reading from the target. */
  window: 256 * 1024,
  /** Drawn bytes after which the page acknowledges at the latest. */
  ackEvery: 64 * 1024,
  /** Bytes of the last output that a reconnecting page gets again. */
  replay: 256 * 1024,
  /** Seconds for which a shell stays open without a page. */
  linger: 60,
  cols: 1000,
  rows: 1000,
} as const

/**
 * Codes with which the server closes the socket. After `takenOver` and `ended` the page does not reconnect by itself.
 */
export const shellCloseCodes = { ended: 4000, takenOver: 4001, badFrame: 4002, restart: 4003 } as const

const size = {
  cols: z.int().check(z.minimum(1), z.maximum(shellLimits.cols)),
  rows: z.int().check(z.minimum(1), z.maximum(shellLimits.rows)),
}
const fingerprint = z.string().check(z.regex(/^SHA256:[A-Za-z0-9+/]{43}$/))

export const shellClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), ...size }),
  z.object({ type: z.literal('resize'), ...size }),
  z.object({ type: z.literal('ack'), bytes: z.int().check(z.minimum(1), z.maximum(16 * 1024 * 1024)) }),
  z.object({
    type: z.literal('credentials'),
    username: z.string().check(z.minLength(1), z.maxLength(credentialLimits.username)),
    password: z.string().check(z.maxLength(credentialLimits.password)),
  }),
  /** Accepts the key that the server has just shown; only users who may edit the entry can accept a changed one. */
  z.object({ type: z.literal('trust'), fingerprint }),
])
export type ShellClientMessage = z.infer<typeof shellClientMessage>

export const shellServerMessage = z.discriminatedUnion('type', [
  /** A step starts. */
  z.object({ type: z.literal('step'), step: z.enum(connectSteps), text: z.string() }),
  /** Asks for username and password; `reason` explains why. */
  z.object({ type: z.literal('credentials'), reason: z.string() }),
  /** `new` was pinned just now; `changed` waits for `trust`, and `may_trust` is true if this user may send it. */
  z.object({
    type: z.literal('host_key'),
    key_type: z.string(),
    fingerprint: z.string(),
    state: z.enum(['new', 'known', 'changed']),
    was: z.optional(z.string()),
    may_trust: z.optional(z.boolean()),
  }),
  /** The shell is open. `resumed`: the previous output follows in binary frames. */
  z.object({ type: z.literal('ready'), username: z.string(), server: z.string(), resumed: z.boolean() }),
  z.object({ type: z.literal('time'), seconds_left: z.int() }),
  /** The last message. */
  z.object({ type: z.literal('ended'), step: z.enum(connectSteps), text: z.string() }),
])
export type ShellServerMessage = z.infer<typeof shellServerMessage>
