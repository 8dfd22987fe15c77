import type { Text } from '@longreach/contract/i18n'
import type { LiveSession } from './live-session.ts'

/** Address of the request for a link: the console's address in the browser. */
export interface AskedFrom {
  protocol: string
  /** Includes the port. */
  host: string
}

/** The endpoint through which browsers reach sessions; implemented in apps/server/src/connect. */
export interface ConnectEndpoint {
  /** E.g. `https://console.example`, without a trailing slash. */
  consoleOrigin(from: AskedFrom): string
  /** URL of the pages of a session, with a trailing slash. Throws Problem if none is available. */
  webAddress(name: string, from: AskedFrom): string
  /** Opens the listener of the session, if it needs its own. */
  start(session: LiveSession): Promise<void>
  /** Checks the certificate of the target, besides that it answers. Rejects with ReachError. */
  greet(session: LiveSession): Promise<Text | undefined>
}
