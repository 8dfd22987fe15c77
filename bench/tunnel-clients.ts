import { openForward } from '../apps/fleet/src/forward.ts'
import type { Server } from '../apps/fleet/src/link.ts'

export interface IdleTunnel {
  server: Server
  user: string
  privateKey: string
  ticket: string
}

/** Opens the device's end of a tunnel for each message, and leaves it open. */
process.on('message', ({ server, ticket, ...login }: IdleTunnel) => {
  openForward(
    server,
    login,
    ticket,
    () => undefined,
    () => {},
  ).catch((error: Error) => console.error(error.message))
})
process.send?.('ready')
