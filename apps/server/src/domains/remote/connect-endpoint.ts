import type { Text } from '@longreach/contract/i18n'
import type { LiveSession } from './live-session.ts'

/** The request a link is made for: what the browser calls this console. */
export interface AskedFrom {
  protocol: string
  /** With the port. */
  host: string
}

/** Where browsers reach sessions; apps/server/src/connect implements it. */
export interface ConnectEndpoint {
  /** `https://console.example`, without a slash at the end. */
  consoleOrigin(from: AskedFrom): string
  /** Address of the pages of a session, with a slash at the end. Throws Problem when there is none to give. */
  webAddress(name: string, from: AskedFrom): string
  /** Opens what has to listen for the session alone. */
  start(session: LiveSession): Promise<void>
  /** Says what a target shows of itself beyond answering: its certificate. Rejects with ReachError. */
  greet(session: LiveSession): Promise<Text | undefined>
}
