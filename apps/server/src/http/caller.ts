import { text } from '@longreach/contract/i18n'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/client.ts'
import { isFull, isReadOnly } from '../db/no-changes.ts'
import type { EndReused } from '../domains/account/reused-cookie.ts'
import { readSessionCookie } from '../endpoint/cookies.ts'
import { Problem } from '../endpoint/problem.ts'
import { findSession, noteUse, type Session } from '../endpoint/session.ts'
import { tokenOf } from './programs/program.ts'

export interface CallerDeps {
  db: Db
  endReused: EndReused
}

export const userAgentOf = (request: Pick<FastifyRequest, 'headers'>) =>
  String(request.headers['user-agent'] ?? '').slice(0, 300)

/**
 * The session of a request: by access token if there is one, else by cookie.
 * Null for a visitor, whose outdated cookie ends its session; throws UNAUTHORIZED for an invalid token, whatever cookie
 * comes with it.
 */
export async function sessionOf({ db, endReused }: CallerDeps, request: FastifyRequest): Promise<Session | null> {
  const given = tokenOf(request)
  const kind = given === undefined ? 'browser' : 'token'
  const token = given ?? readSessionCookie(request)
  if (token === undefined) return null
  const session = await findSession(db, kind, token)
  if (!session) {
    if (kind === 'browser') {
      const userAgent = userAgentOf(request)
      await endReused({ cookie: token, ip: request.ip, userAgent, requestId: request.id })
      return null
    }
    throw new Problem('UNAUTHORIZED', { message: text('account.unknown_token') })
  }
  if (session.noted) return session
  await noteUse(db, session.id, token, request.ip).catch((error: unknown) => {
    // Reads must work while nothing can be written.
    if (!isFull(error) && !isReadOnly(error)) throw error
  })
  return session
}
