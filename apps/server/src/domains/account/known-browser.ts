import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '../../endpoint/cookies.ts'
import { type Seal, sameText } from '../../seal.ts'

/** Seconds for which a browser is known after its user signed in there. */
const lasts = 180 * 86_400

const cookieName = (secure: boolean) => (secure ? '__Host-browser' : 'browser')
const macOf = (seal: Seal, id: string, userId: number) => seal.mac('known browser', `${id}.${userId}`)

/** The id of a browser in which the user signed in before; undefined for any other. */
export function knownBrowser(seal: Seal, request: FastifyRequest, userId: number): string | undefined {
  const [id, mac] = request.cookies[cookieName(isSecure(request))]?.split('.') ?? []
  return id && mac && sameText(mac, macOf(seal, id, userId)) ? id : undefined
}

/**
 * Marks the browser as one in which the user signed in. The cookie permits nothing: wrong passwords from this browser
 * are merely counted separately.
 */
export function rememberBrowser(seal: Seal, reply: FastifyReply, secure: boolean, userId: number): void {
  const id = randomBytes(16).toString('hex')
  reply.setCookie(cookieName(secure), `${id}.${macOf(seal, id, userId)}`, {
    path: '/',
    secure,
    httpOnly: true,
    sameSite: 'lax',
    maxAge: lasts,
  })
}
