import { text } from '@longreach/contract/i18n'
import type { Bus } from '../../bus/bus.ts'
import { messagesMissed } from '../../bus/topic.ts'
import type { Db } from '../../db/client.ts'
import type { Emit } from '../../events/emit.ts'
import { deviceDropped, deviceRemoved } from '../devices/topics.ts'
import { rightsChanged } from '../roles/topics.ts'
import { sessionEnded } from '../users/topics.ts'
import { createLiveSession, type LiveSession, type Opening } from './live-session.ts'
import type { Reach } from './reach.ts'
import { endSession, noteBytes } from './session-store.ts'
import { remoteChanged, remoteClosed } from './topics.ts'
import { checkSessions } from './watch.ts'

/**
 * Milliseconds between checks of permissions and updates of the byte counts: removing a permission ends a session
 * within 5 s.
 */
const tickMs = 4000

export interface LiveSessionsDeps {
  db: Db
  bus: Bus
  emit: Emit
  reach: Reach
  log: { warn(details: object, message: string): void }
}

/** The sessions of this process. */
export interface LiveSessions {
  add(opening: Opening): LiveSession
  byName(name: string): LiveSession | undefined
  byId(id: number): LiveSession | undefined
  all(): Iterable<LiveSession>
  /** A session that ended in the last minute, so that late clients get the reason. */
  justEnded(name: string): LiveSession | undefined
  /** Ends the session here and in the history. */
  end(id: number, reason: string): Promise<void>
  setExpiry(id: number, expiresAt: Date): void
  stop(): Promise<void>
}

/** Milliseconds for which the reason of an ended session is kept, and most sessions kept. */
const overMs = 60_000
const overMost = 1000

const msUntil = (time: Date) => Math.max(0, time.getTime() - Date.now())

export function createLiveSessions(deps: LiveSessionsDeps): LiveSessions {
  const { db, bus, emit, log } = deps
  const sessions = new Map<number, LiveSession>()
  const names = new Map<string, LiveSession>()
  const timers = new Map<number, NodeJS.Timeout>()
  const noted = new Map<number, number>()
  const over = new Map<string, { session: LiveSession; until: number }>()

  function remember(session: LiveSession): void {
    session.credentials = undefined
    for (const [name, { until }] of over) if (until < Date.now() || over.size >= overMost) over.delete(name)
    over.set(session.row.name, { session, until: Date.now() + overMs })
  }

  function setExpiry(id: number, expiresAt: Date): void {
    const session = sessions.get(id)
    if (!session || (timers.has(id) && session.expiresAt.getTime() === expiresAt.getTime())) return
    session.expiresAt = expiresAt
    clearTimeout(timers.get(id))
    const timer = setTimeout(() => fail(expire(id)), msUntil(expiresAt))
    timers.set(id, timer)
  }

  function fail(work: Promise<void>): void {
    work.catch((error: unknown) => log.warn({ err: error }, 'remote session could not be stored'))
  }

  async function flush(which: Iterable<LiveSession>): Promise<void> {
    const counts = [...which]
      .map(({ row, input, output }) => ({ id: row.id, input, output }))
      .filter(({ id, input, output }) => input + output !== (noted.get(id) ?? 0))
    if (counts.length === 0) return
    await noteBytes(db, counts)
    for (const { id, input, output } of counts) noted.set(id, input + output)
  }

  async function end(id: number, reason: string): Promise<void> {
    const session = sessions.get(id)
    if (session) {
      sessions.delete(id)
      names.delete(session.row.name)
      clearTimeout(timers.get(id))
      timers.delete(id)
      session.end(reason)
      remember(session)
    }
    try {
      if (session) await flush([session])
    } finally {
      noted.delete(id)
      await endSession(db, emit, id, reason)
    }
  }

  async function tick(): Promise<void> {
    if (sessions.size === 0) return
    await flush(sessions.values())
    const standing = await checkSessions(db, [...sessions.keys()])
    for (const { id, expires_at, cookie_hash, fault } of standing) {
      if (fault !== null) {
        await end(id, fault)
        continue
      }
      setExpiry(id, expires_at)
      // Issued by another node; the previous cookie is not valid any more.
      const session = sessions.get(id)
      if (session && cookie_hash) session.cookieHash = cookie_hash
    }
  }

  /** Ends an expired session unless another node has just extended it. */
  async function expire(id: number): Promise<void> {
    const [standing] = await checkSessions(db, [id])
    if (standing && msUntil(standing.expires_at) > 0) setExpiry(id, standing.expires_at)
    else await end(id, text('remote.end_expired'))
  }

  let ticking = false
  const clock = setInterval(async () => {
    if (ticking) return
    ticking = true
    try {
      await tick()
    } catch (error) {
      log.warn({ err: error }, 'remote sessions could not be checked')
    }
    ticking = false
  }, tickMs)

  const endWhere = (fits: (session: LiveSession) => boolean, reason: string) => {
    for (const session of [...sessions.values()]) if (fits(session)) fail(end(session.row.id, reason))
  }
  const unsubscribe = [
    bus.subscribe(remoteClosed, ({ id, reason }) => fail(end(id, reason))),
    bus.subscribe(remoteChanged, ({ id }) => {
      if (sessions.has(id)) fail(tick())
    }),
    bus.subscribe(sessionEnded, ({ id }) => endWhere(({ row }) => row.login_id === id, text('remote.end_signed_out'))),
    bus.subscribe(rightsChanged, () => fail(tick())),
    bus.subscribe(messagesMissed, () => fail(tick())),
    bus.subscribe(deviceRemoved, ({ id }) =>
      endWhere(({ row }) => row.device_id === id, text('remote.end_device_deleted')),
    ),
    bus.subscribe(deviceDropped, ({ id, reason }) =>
      endWhere(({ row }) => row.device_id === id, text('remote.end_device_dropped', { reason })),
    ),
  ]

  return {
    add(opening) {
      const session = createLiveSession(deps.reach, opening)
      sessions.set(session.row.id, session)
      names.set(session.row.name, session)
      setExpiry(session.row.id, session.row.expires_at)
      return session
    },
    byName: (name) => names.get(name),
    justEnded(name) {
      const found = over.get(name)
      return found && found.until > Date.now() ? found.session : undefined
    },
    byId: (id) => sessions.get(id),
    all: () => sessions.values(),
    end,
    setExpiry,
    async stop() {
      clearInterval(clock)
      for (const stop of unsubscribe) stop()
      await Promise.all([...sessions.keys()].map((id) => end(id, text('remote.end_server_stopped'))))
    },
  }
}
