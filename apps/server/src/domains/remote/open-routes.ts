import type { BodyOf } from '@longreach/contract/endpoint'
import { text } from '@longreach/contract/i18n'
import type { MainKind } from '@longreach/contract/remote/constants'
import { sessionLimits } from '@longreach/contract/remote/constants'
import { openCli, openRemoteAccess, openShell, openWebui } from '@longreach/contract/remote/endpoints'
import { shellPath } from '@longreach/contract/remote/shell'
import { formatTime } from '@longreach/contract/time'
import type { Bus } from '../../bus/bus.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import type { Emit } from '../../events/emit.ts'
import { type Seal, sha256 } from '../../seal.ts'
import { openStatus } from '../actions/status.ts'
import type { ConnectEndpoint } from './connect-endpoint.ts'
import { givenCredentials, openCredentials } from './credentials.ts'
import { type Entry, findEntry, findMainEntry, onDevice } from './entries.ts'
import { secondsLeft } from './history.ts'
import type { OpenLimits } from './key-guessing.ts'
import { linkTo } from './links.ts'
import type { LiveSessions } from './live-sessions.ts'
import { type OpenDeps, openSession } from './open-session.ts'
import { type Reach, targetText } from './reach.ts'
import {
  countOpen,
  exchangeTicket,
  findOpenShell,
  insertSession,
  makeTicket,
  newSessionName,
  type SessionRow,
} from './session-store.ts'
import { setShellCookie } from './shell-cookie.ts'
import { remoteChanged } from './topics.ts'

export interface SessionDeps extends OpenDeps {
  seal: Seal
  bus: Bus
  emit: Emit
  reach: Reach
  sessions: LiveSessions
  connect: ConnectEndpoint
  limits: OpenLimits
  node: string
  /** Passes requests about a session on to its node. */
  elsewhere?: Elsewhere | undefined
}

/** Sessions on other nodes. */
export interface Elsewhere {
  holds(name: string): Promise<boolean>
  /** Reopens the tunnel of the session on its node; false if that node does not. */
  restart(session: { id: number; name: string }, channel: string): Promise<boolean>
}

type OpenCall = Pick<Call, 'db' | 'session' | 'ip' | 'userAgent' | 'audit' | 'emit' | 'after' | 'reply'>

/** Stores the session and starts connecting to its target; progress is published on the channel. */
async function open(deps: SessionDeps, call: OpenCall, entry: Entry, body: BodyOf<typeof openRemoteAccess>) {
  const { db, session } = call
  const { userId } = session
  const given = givenCredentials(body)
  const web = entry.protocol !== 'ssh'
  if (web && entry.credentials_required && !given)
    throw new Problem('VALIDATION_FAILED', { source: 'username', message: text('remote.credentials_required') })
  if ((await countOpen(db, userId)) >= sessionLimits.perUser)
    throw new Problem('CONFLICT', { message: text('remote.too_many_sessions', { count: sessionLimits.perUser }) })
  const name = newSessionName()
  const { request } = call.reply
  const origin = deps.connect.consoleOrigin(request)
  const url = web ? deps.connect.webAddress(name, request) : `${origin}/rms-connect/ssh#${name}`
  const opener = {
    userId,
    username: session.username,
    actorId: session.actorId,
    loginId: session.id,
    ip: call.ip,
    userAgent: call.userAgent,
  }
  const row = await insertSession(db, { name, entry, opener, node: deps.node, url, seconds: body.duration })
  call.emit({
    type: 'remote_session.started',
    data: { remote_session_id: row.id, device_id: entry.device_id, user_id: userId },
  })
  const channel = await openStatus(db, { userId, permission: 'connect_device_remote_access', keys: [entry.device_id] })
  call.audit({
    target: 'remote_session',
    targetId: row.id,
    company: entry,
    mentions: { ...onDevice(entry), entry: { kind: 'remote_access', id: entry.id, name: entry.name } },
    after: { device_id: entry.device_id, entry: entry.name, duration: body.duration },
  })
  const kept = entry.credentials_required ? undefined : openCredentials(deps.seal, entry.credentials)
  const opening = {
    row,
    consoleOrigin: origin,
    credentials: given ?? kept,
    credentialsRequired: entry.credentials_required,
  }
  const link = linkTo(row, origin, await makeTicket(db, row.id))
  call.after(() => openSession(deps, opening, channel, link))
  return { data: { session_id: row.id, link }, meta: { channel } }
}

export async function requireEntry({ db, scope }: Pick<Call, 'db' | 'scope'>, id: number): Promise<Entry> {
  const entry = await findEntry(db, scope, id)
  if (!entry) throw notFound()
  return entry
}

export function openRoutes(deps: SessionDeps): Route[] {
  const openMain = async (
    call: OpenCall & Pick<Call, 'scope'>,
    deviceId: number,
    main: MainKind,
    body: BodyOf<typeof openWebui>,
  ) => {
    const entry = await findMainEntry(call.db, call.scope, deviceId, main)
    if (!entry) throw notFound()
    return open(deps, call, entry, body)
  }
  return [
    route(openRemoteAccess, async (call) =>
      open(deps, call, await requireEntry(call, call.params.access_id), call.body),
    ),
    route(openWebui, (call) => openMain(call, call.params.id, 'webui', call.body)),
    route(openCli, (call) => openMain(call, call.params.id, 'cli', call.body)),
    route(openShell, async ({ db, body, ip, secure, reply }) => {
      const opened = await exchangeTicket(db, null, body.key)
      const session = opened && (deps.sessions.byId(opened.sessionId) ?? deps.sessions.justEnded(opened.name))
      const far = opened && !session && (await findOpenShell(db, opened.sessionId))
      if (!opened || (!session && !far)) {
        await deps.limits.wrong(ip)
        throw new Problem('NOT_FOUND', { message: text('remote.link_expired') })
      }
      if (far && !(await deps.elsewhere?.holds(far.name)))
        throw new Problem('UNAVAILABLE', { message: text('remote.server_gone') })
      if (session) session.cookieHash = sha256(opened.cookie)
      // The session's node disconnects the previous browser immediately.
      else deps.bus.publish(remoteChanged, { id: opened.sessionId })
      const row = session?.row ?? (far as SessionRow)
      const expiresAt = session?.expiresAt ?? row.expires_at
      setShellCookie(reply, { name: row.name, secret: opened.cookie, secure, expiresAt })
      return {
        data: {
          path: shellPath(row.name),
          session_id: row.id,
          device_name: row.device_name,
          name: row.access_name,
          protocol: row.protocol,
          target: targetText({ host: row.destination_ip, port: row.destination_port }),
          expires_at: formatTime(expiresAt),
          seconds_left: secondsLeft(expiresAt),
        },
      }
    }),
  ]
}
