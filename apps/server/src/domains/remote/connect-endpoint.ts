import type { Text } from '@longreach/contract/i18n'
import type { LiveSession } from './live-session.ts'

/** The request a link is created for: the console's address in the browser. */
export interface AskedFrom {
  protocol: string
  /** With the port. */
  host: string
}

/** Where browsers reach sessions; apps/server/src/connect implements it. */
export interface ConnectEndpoint {
  /** `https://console.example`, without a slash at the end. */
  consoleOrigin(from: AskedFrom): string
  /** URL of the pages of a session, with a slash at the end. Throws Problem if none is available. */
  webAddress(name: string, from: AskedFrom): string
  /** Opens the listener of the session, if it needs its own. */
  start(session: LiveSession): Promise<void>
  /** What identifies the target besides answering: its certificate. Rejects with ReachError. */
  greet(session: LiveSession): Promise<Text | undefined>
}
