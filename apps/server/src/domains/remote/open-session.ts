import { text } from '@longreach/contract/i18n'
import type { StatusEvent } from '@longreach/contract/live'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { publishStatus } from '../actions/status.ts'
import type { ConnectEndpoint } from './connect-endpoint.ts'
import type { DeviceKeys } from './device-key.ts'
import type { LiveSession, Opening } from './live-session.ts'
import type { LiveSessions } from './live-sessions.ts'
import { walkToTarget } from './opening.ts'
import { ReachError } from './reach.ts'

export interface OpenDeps {
  /** The pool, not a transaction: the work continues after the call. */
  db: Db
  bus: Bus
  sessions: LiveSessions
  connect: ConnectEndpoint
  keys: DeviceKeys
  log: { warn(details: object, message: string): void }
}

function teller(deps: OpenDeps, session: LiveSession, channel: string) {
  const { user_id: userId, device_id: key } = session.row
  return (event: StatusEvent) => publishStatus(deps.db, deps.bus, { channel, userId, key }, event)
}

const failed = ({ step, text: value }: ReachError): StatusEvent => ({ status: 'error', errorCode: step, value })

/** Never rejects: an unexpected error is published. */
function run(
  deps: OpenDeps,
  session: LiveSession,
  publish: (event: StatusEvent) => Promise<void>,
  work: () => Promise<void>,
): void {
  const stumble = async (error: unknown) => {
    const known = error instanceof ReachError
    if (!known) deps.log.warn({ err: error }, 'remote session could not be opened')
    const fault = known ? error : new ReachError('session', text('remote.server_error'))
    await publish(failed(fault))
    await deps.sessions.end(session.row.id, fault.text)
  }
  work()
    .catch(stumble)
    .catch((error: unknown) => deps.log.warn({ err: error }, 'end of a remote session could not be stored'))
}

/** Adds a new session, connects to its target and publishes each step; the last one has the link. */
export function openSession(deps: OpenDeps, opening: Opening, channel: string, link: string): void {
  const session = deps.sessions.add(opening)
  const publish = teller(deps, session, channel)
  run(deps, session, publish, async () => {
    deps.keys.prepare(session)
    await deps.connect.start(session)
    const failure = await walkToTarget({ db: deps.db, publish }, session, deps.connect.greet)
    if (failure) {
      session.failure = failure
      await deps.sessions.end(session.row.id, text('remote.end_not_opened', { reason: failure.text }))
      return publish(failed(failure))
    }
    await publish({ status: 'completed', value: text('remote.opened'), link, data: { session_id: session.row.id } })
  })
}

/** Closes the tunnel of a session and connects to its target again. */
export function restartSession(deps: OpenDeps, session: LiveSession, channel: string): void {
  const publish = teller(deps, session, channel)
  run(deps, session, publish, async () => {
    session.restart(text('remote.reconnecting'))
    const failure = await walkToTarget({ db: deps.db, publish }, session, deps.connect.greet)
    await publish(failure ? failed(failure) : { status: 'completed', value: text('remote.reconnected') })
  })
}
