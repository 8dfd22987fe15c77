import { text } from '@longreach/contract/i18n'
import { sessionLimits } from '@longreach/contract/remote/constants'
import {
  accessStatus,
  checkRemoteAccess,
  closeRemoteSession,
  exportRemoteLogs,
  extendRemoteSession,
  listAccessSessions,
  listDeviceLinks,
  listRemoteLogs,
  restartConnection,
  takeTicket,
} from '@longreach/contract/remote/endpoints'
import { formatTime } from '@longreach/contract/time'
import { byIds, exportRoute } from '../../endpoint/csv-export.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { openStatus, publishStatus } from '../actions/status.ts'
import { visibleDevices } from '../devices/details.ts'
import { checkEntries } from './check.ts'
import { findDeviceEntries, onDevice } from './entries.ts'
import { findAccessSessions, findLinks, findOpenCounts, findRemoteLogs, remoteLogList, secondsLeft } from './history.ts'
import { linkTo } from './links.ts'
import { openRoutes, requireEntry, type SessionDeps } from './open-routes.ts'
import { restartSession } from './open-session.ts'
import { endSession, extendSession, findOwnByName, lockSession, makeTicket } from './session-store.ts'
import { remoteChanged, remoteClosed } from './topics.ts'

async function lockOwn(call: Pick<Call, 'db' | 'scope' | 'session'>, id: number) {
  const row = await lockSession(call.db, call.scope, id)
  if (!row) throw notFound()
  if (row.ended_at !== null) throw new Problem('CONFLICT', { message: text('remote.session_ended') })
  if (row.user_id !== call.session.userId)
    throw new Problem('FORBIDDEN', { message: text('remote.foreign_session', { username: row.username }) })
  return row
}

async function requireDevice({ db, scope }: Pick<Call, 'db' | 'scope'>, id: number): Promise<void> {
  if ((await visibleDevices(db, scope, [id])).length === 0) throw notFound()
}

async function restartElsewhere(
  deps: SessionDeps,
  session: { id: number; name: string },
  at: { channel: string; userId: number; key: number },
): Promise<void> {
  if (await deps.elsewhere?.restart(session, at.channel)) return
  const value = text('remote.server_silent')
  await publishStatus(deps.db, deps.bus, at, { status: 'error', errorCode: 'session', value })
}

function sessionChanges(deps: SessionDeps): Route[] {
  return [
    route(closeRemoteSession, async (call) => {
      const { db, scope, session, params } = call
      const row = await lockSession(db, scope, params.session_id)
      if (!row) throw notFound()
      const { userId } = session
      const reason =
        row.user_id === userId
          ? text('remote.end_closed')
          : text('remote.end_closed_by', { username: session.username })
      await endSession(db, deps.emit, row.id, reason)
      call.audit({ target: 'remote_session', targetId: row.id, company: row, mentions: onDevice(row) })
      const channel = await openStatus(db, {
        userId,
        permission: 'connect_device_remote_access',
        keys: [row.device_id],
      })
      await publishStatus(
        db,
        deps.bus,
        { channel, userId, key: row.device_id },
        { status: 'completed', value: text('remote.closed') },
      )
      call.after(() => deps.bus.publish(remoteClosed, { id: row.id, reason }))
      return { data: { session_id: row.id }, meta: { channel } }
    }),
    route(extendRemoteSession, async (call) => {
      const row = await lockOwn(call, call.params.session_id)
      const expiresAt = new Date(row.expires_at.getTime() + call.body.duration * 1000)
      if (expiresAt.getTime() > row.opened_at.getTime() + sessionLimits.longest * 1000)
        throw new Problem('VALIDATION_FAILED', { source: 'duration', message: text('remote.too_long') })
      await extendSession(call.db, row.id, expiresAt)
      call.audit({
        target: 'remote_session',
        targetId: row.id,
        company: row,
        mentions: onDevice(row),
        before: { expires_at: formatTime(row.expires_at) },
        after: { expires_at: formatTime(expiresAt) },
      })
      call.after(() => {
        if (deps.sessions.byId(row.id)) deps.sessions.setExpiry(row.id, expiresAt)
        else deps.bus.publish(remoteChanged, { id: row.id })
      })
      return { data: { session_id: row.id, expires_at: formatTime(expiresAt), ttl: secondsLeft(expiresAt) } }
    }),
    route(takeTicket, async (call) => {
      const row = await lockOwn(call, call.params.session_id)
      const ticket = await makeTicket(call.db, row.id)
      call.audit({ target: 'remote_session', targetId: row.id, company: row, mentions: onDevice(row) })
      return { data: { session_id: row.id, link: linkTo(row, deps.connect.consoleOrigin(call.reply.request), ticket) } }
    }),
    route(restartConnection, async (call) => {
      const { db, scope, session, body } = call
      const { userId } = session
      const name = /[0-9a-f]{32}/.exec(body.url)?.[0] ?? ''
      const row = await findOwnByName(db, scope, userId, name)
      if (!row) throw notFound('url')
      const key = row.device_id
      const channel = await openStatus(db, { userId, permission: 'connect_device_remote_access', keys: [key] })
      call.audit({ target: 'remote_session', targetId: row.id, company: row, mentions: onDevice(row) })
      const live = deps.sessions.byId(row.id)
      if (live) call.after(() => restartSession(deps, live, channel))
      else call.after(() => restartElsewhere(deps, { id: row.id, name }, { channel, userId, key }))
      return { data: { session_id: row.id }, meta: { channel } }
    }),
  ]
}

export function sessionRoutes(deps: SessionDeps): Route[] {
  return [
    ...openRoutes(deps),
    ...sessionChanges(deps),
    route(checkRemoteAccess, async (call) => {
      const { db, scope, session, params, body } = call
      await requireDevice(call, params.device_id)
      const entries = await findDeviceEntries(db, scope, params.device_id, body.id)
      if (entries.length < (body.id ?? []).length || entries.length === 0) throw notFound('id')
      const { userId } = session
      const channel = await openStatus(db, {
        userId,
        permission: 'connect_device_remote_access',
        keys: [params.device_id],
      })
      const [first] = entries
      if (first) call.audit({ target: 'remote_access', company: first, mentions: onDevice(first) })
      call.after(() => checkEntries(deps, entries, { channel, userId, deviceId: params.device_id }))
      return { data: entries.map(({ id }) => ({ id })), meta: { channel } }
    }),
    route(accessStatus, async ({ db, scope, session, body }) => {
      const { userId } = session
      const ids = [...new Set(body.id)]
      const rows = await findOpenCounts(db, scope, ids)
      if (rows.length < ids.length) throw notFound('id')
      const data = rows.map(({ id, active, expires_at }) => ({
        id,
        active,
        expires_at: expires_at && formatTime(expires_at),
      }))
      const devices = [...new Set(rows.map((row) => row.device_id))]
      const channel = await openStatus(db, { userId, permission: 'view_device_remote_access', keys: devices })
      for (const device of devices) {
        const active = rows.filter((row) => row.device_id === device).reduce((sum, row) => sum + row.active, 0)
        const value = text('remote.open_sessions', { count: active })
        await publishStatus(db, deps.bus, { channel, userId, key: device }, { status: 'completed', value })
      }
      return { data, meta: { channel } }
    }),
    route(listAccessSessions, async (call) => {
      await requireEntry(call, call.params.access_id)
      const { data, ...meta } = await findAccessSessions(call.db, call.session, call.params.access_id, call.query)
      return { data, meta }
    }),
    route(listDeviceLinks, async (call) => {
      await requireDevice(call, call.params.id)
      const data = await findLinks(call.db, call.scope, call.params.id, call.query.type)
      return { data, meta: { total: data.length } }
    }),
    route(listRemoteLogs, async ({ db, scope, query }) => {
      const { data, ...meta } = await findRemoteLogs(db, scope, query)
      return { data, meta }
    }),
    exportRoute(exportRemoteLogs, ({ db, scope, query }) =>
      byIds(
        (most) => remoteLogList.ids(db, scope, query, most),
        async (id) => (await findRemoteLogs(db, scope, { id, limit: id.length, offset: 0 })).data,
      ),
    ),
  ]
}
