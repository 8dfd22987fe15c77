import { reusedCookie } from '@longreach/contract/audit/endpoints'
import { type RawBuilder, sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { isFull, isReadOnly } from '../../db/no-changes.ts'
import { type Placement, systemScope } from '../../db/scope.ts'
import { earlierThan } from '../../endpoint/session.ts'
import type { Emit } from '../../events/emit.ts'
import type { Seal } from '../../seal.ts'
import { writeAudit } from '../audit/store.ts'
import { sessionEnded } from '../users/topics.ts'

export interface ReusedCookieDeps {
  db: Db
  seal: Seal
  emit: Emit
  bus: Bus
}

/** A request whose cookie belongs to no session. */
export interface RefusedCookie {
  cookie: string
  ip: string
  userAgent: string
  requestId: string
}

interface Ended extends Placement {
  id: number
  user_id: number
  username: string
  user_agent: string | null
}

const shape = /^([\w-]{43}|[0-9a-f]{64})$/

/**
 * Ends the session of a cookie that was already replaced by one its browser has used since: a copy of the cookie is in
 * use elsewhere. The user is notified, and the company's audit log gets a line.
 */
export function createReusedCookies({ db, seal, emit, bus }: ReusedCookieDeps) {
  async function end(refused: RefusedCookie, isReused: RawBuilder<boolean>): Promise<number | undefined> {
    return db.transaction().execute(async (tx) => {
      const { rows } = await sql<Ended>`
        DELETE FROM sessions s USING users u
        WHERE u.id = s.user_id AND ${systemScope('session of the request')} AND ${isReused}
        RETURNING s.id, s.user_id, s.user_agent, u.username, u.company_id, u.l1_id, u.l2_id`.execute(tx)
      const session = rows[0]
      if (!session) return undefined
      const { id: session_id, user_id, user_agent, username } = session
      const reuse = { session_id, user_id, user_agent, reused_from: refused.ip, reused_with: refused.userAgent }
      await emit(
        tx,
        { type: 'session.ended', data: { session_id, user_id } },
        { type: 'session.cookie_reused', data: reuse },
      )
      const detail = { company: session, by: { id: user_id, username }, after: { signed_in_with: user_agent } }
      await writeAudit(tx, reusedCookie, { visitor: null, ...refused }, [
        { target: 'session', targetId: session_id, ...detail },
      ])
      return session_id
    })
  }

  return async (refused: RefusedCookie): Promise<void> => {
    if (!shape.test(refused.cookie)) return
    const isReused = earlierThan(seal, refused.cookie, refused.userAgent)
    const { rows } = await sql`SELECT FROM sessions s WHERE ${isReused}`.execute(db)
    if (rows.length === 0) return
    try {
      const id = await end(refused, isReused)
      if (id !== undefined) bus.publish(sessionEnded, { id })
    } catch (error) {
      // The request is refused anyway; the next use of the cookie ends the session.
      if (!isFull(error) && !isReadOnly(error)) throw error
    }
  }
}

export type EndReused = ReturnType<typeof createReusedCookies>
