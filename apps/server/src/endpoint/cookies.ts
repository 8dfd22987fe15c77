import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Seal } from '../seal.ts'

export const csrfHeader = 'x-xsrf-token'

/** Browsers accept a Secure cookie over HTTPS and on localhost. */
export function isSecure(request: Pick<FastifyRequest, 'protocol' | 'hostname'>): boolean {
  const host = request.hostname.replace(/:\d+$/, '')
  return (
    request.protocol === 'https' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host) || host.endsWith('.localhost')
  )
}

/** `__Host-` ties the cookie to this very host; it cannot be used over plain HTTP beyond localhost (ALLOW_HTTP). */
export const sessionCookie = (secure: boolean) => (secure ? '__Host-session' : 'session')

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookie(isSecure(request))]
}

/** The CSRF token of a session is an HMAC of its id: nothing is stored, and a refresh does not change it. */
export const csrfToken = (seal: Seal, sessionId: number) => seal.mac('csrf', String(sessionId))

export function setSessionCookies(
  reply: FastifyReply,
  secure: boolean,
  session: { token: string; csrf: string; expiresAt: Date },
  csrfCookie: string,
): void {
  const common = { path: '/', secure, sameSite: 'lax', expires: session.expiresAt } as const
  reply.setCookie(sessionCookie(secure), session.token, { ...common, httpOnly: true })
  reply.setCookie(csrfCookie, session.csrf, { ...common, httpOnly: false })
}

export function clearSessionCookies(reply: FastifyReply, secure: boolean, csrfCookie: string): void {
  reply.clearCookie(sessionCookie(secure), { path: '/', secure })
  reply.clearCookie(csrfCookie, { path: '/', secure })
}

/** Reads a cookie of a request that Fastify has not parsed. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}
