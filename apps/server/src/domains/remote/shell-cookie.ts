import type {} from '@fastify/cookie'
import { shellPath } from '@longreach/contract/remote/shell'
import type { FastifyReply } from 'fastify'

/** The cookie of one shell, only sent to its own socket. `__Secure-` where browsers accept Secure cookies. */
export const shellCookie = (secure: boolean) => (secure ? '__Secure-shell' : 'shell')

export function setShellCookie(
  reply: FastifyReply,
  cookie: { name: string; secret: string; secure: boolean; expiresAt: Date },
): void {
  reply.setCookie(shellCookie(cookie.secure), cookie.secret, {
    path: shellPath(cookie.name),
    httpOnly: true,
    sameSite: 'strict',
    secure: cookie.secure,
    expires: cookie.expiresAt,
  })
}
