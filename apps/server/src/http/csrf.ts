import type { FastifyRequest } from 'fastify'
import { csrfHeader, csrfToken } from '../endpoint/cookies.ts'
import { Problem } from '../endpoint/problem.ts'
import type { Session } from '../endpoint/session.ts'
import { type Seal, sameText } from '../seal.ts'

/** Throws for a change that another site's page could have sent. */
export function checkOrigin(request: FastifyRequest, origins: readonly string[]): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') throw new Problem('CSRF_FAILED')
  const origin = request.headers.origin
  if (origin === undefined || origins.includes(origin)) return
  if (origin === `${request.protocol}://${request.host}`) return
  throw new Problem('CSRF_FAILED')
}

/** Throws for a change without the token of the session. */
export function checkCsrf(request: FastifyRequest, seal: Seal, session: Session): void {
  const given = request.headers[csrfHeader]
  if (typeof given !== 'string' || !sameText(given, csrfToken(seal, session.id))) throw new Problem('CSRF_FAILED')
}
