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
  // Pages have their own policy; everything else is not a document, whatever a browser guesses.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** One year, and only for this name: other hosts of the domain may not belong to the operator. */
const overHttps = 'max-age=31536000'

/** Sets the headers of all responses on the console's own host, including errors. */
export function setAnswerHeaders(request: FastifyRequest, reply: FastifyReply, { isHttps, hostOf }: Forwarded): void {
  reply.headers({ ...always, 'x-request-id': request.id })
  // A request whose path could not be parsed has no proxy information.
  if (isHttps(request.raw) && !isLoopback(hostOf(request.raw) ?? ''))
    reply.header('strict-transport-security', overHttps)
}
