import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

const dist = path.resolve(import.meta.dirname, '../../../console/dist')

/** CSP sources of the inline scripts of a page: the one line that sets the theme before the first paint. */
export function inlineHashes(html: string): string[] {
  return [...html.matchAll(/<script(?: type="[a-z/]+")?>([\s\S]*?)<\/script>/g)].map(
    ([, body]) =>
      `'sha256-${createHash('sha256')
        .update(body ?? '')
        .digest('base64')}'`,
  )
}

function policy(hashes: readonly string[]): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The built console: its files, and its page for every other path that is no call. */
export async function answerPages(app: FastifyInstance): Promise<void> {
  const page = await readFile(path.join(dist, 'index.html'), 'utf8').catch(() => null)
  if (page === null) {
    app.setNotFoundHandler(() => {
      throw new Problem('NOT_FOUND')
    })
    return
  }
  const csp = policy(inlineHashes(page))
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      reply.header(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const asked = request.url.split('?')[0] ?? ''
    const forPeople =
      ['GET', 'HEAD'].includes(request.method) && !/^\/(api(\/|$)|(status|connect|assets)\/)/.test(asked)
    if (!forPeople) throw new Problem('NOT_FOUND')
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', csp)
      .send(page)
  })
}
