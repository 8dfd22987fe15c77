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
  // Pages have their own; anything else is not a document, whatever a browser guesses.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** A year, and for this name alone: other hosts of the domain may not be ours. */
const overHttps = 'max-age=31536000'

/** Headers of every answer of the console's own host, also of errors. */
export function setAnswerHeaders(request: FastifyRequest, reply: FastifyReply, { isHttps, hostOf }: Forwarded): void {
  reply.headers({ ...always, 'x-request-id': request.id })
  // A request whose path could not be parsed has no proxy information.
  if (isHttps(request.raw) && !isLoopback(hostOf(request.raw) ?? ''))
    reply.header('strict-transport-security', overHttps)
}
