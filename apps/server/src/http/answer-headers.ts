import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Forwarded } from './forwarded.ts'
import { isLoopback } from './hosts.ts'

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  // Pages have their own; anything else is no document, whatever a browser takes it for.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** A year, and for this name alone: others of the domain may be somebody else's. */
const overHttps = 'max-age=31536000'

/** What every answer of the console's own host carries, also where something failed. */
export function setAnswerHeaders(request: FastifyRequest, reply: FastifyReply, { isHttps, hostOf }: Forwarded): void {
  reply.headers({ ...always, 'x-request-id': request.id })
  // A request whose path could not be read does not know its proxy.
  if (isHttps(request.raw) && !isLoopback(hostOf(request.raw) ?? ''))
    reply.header('strict-transport-security', overHttps)
}
