import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import { brandCss } from '@longreach/contract/brand/css'
import { createRamp } from '@longreach/contract/brand/ramp'
import type { Brand } from '@longreach/contract/brand/schemas'
import type { FastifyInstance } from 'fastify'
import type { Origins } from '../base-map.ts'
import { Problem } from '../endpoint/problem.ts'
import { isProgram } from './programs/program.ts'

const dist = path.resolve(import.meta.dirname, '../../../console/dist')

/** CSP sources for the inline scripts of a page: one line sets the theme before the first paint. */
export function inlineHashes(html: string): string[] {
  return [...html.matchAll(/<script(?: type="[a-z/]+")?>([\s\S]*?)<\/script>/g)].map(
    ([, body]) =>
      `'sha256-${createHash('sha256')
        .update(body ?? '')
        .digest('base64')}'`,
  )
}

function policy(hashes: readonly string[], { scripts, fetched }: Origins): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes, ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Maps are fetched, not embedded as images.
    ["connect-src 'self'", ...fetched].join(' '),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Files that may contain scripts, including compressed ones. */
const scripts = /\.(js|mjs|html|svg)(\.br|\.gz)?$/

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Identifies a build of the console by its content: the same on every node with the same build. */
export const buildStamp = (built: string) =>
  Number.parseInt(createHash('sha256').update(built).digest('hex').slice(0, 12), 16)

/**
 * Inserts the brand into the page: its title, its colours, and the brand as data, which the console would have to
 * request otherwise.
 */
export function inBrand(page: string, brand: Brand): string {
  const title = brand.full_app_name.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign)
  const data = JSON.stringify(brand).replaceAll('<', '\\u003c')
  // After the style sheets of the build, which contain the colours of the default brand.
  const colours = `<style>${brandCss(createRamp(brand.color))}</style>`
  return page
    .replace(
      /<title>.*?<\/title>/,
      () =>
        `<title>${title}</title>\n    <meta name="build" content="${buildStamp(page)}" />\n    <script type="application/json" id="brand-data">${data}</script>`,
    )
    .replace('</head>', () => `${colours}</head>`)
}

/** Matches a list of encodings with brotli; a weight of zero would refuse it. */
const acceptsBrotli = /(^|,)\s*br\s*(;(?!\s*q=0(\.0*)?\s*(,|$))[^,]*)?(,|$)/

/** Serves the built console: its files, and its page for all other paths except those of the API. */
export async function answerPages(
  app: FastifyInstance,
  { brand, version, origins }: { brand: Brand; version: string; origins: Origins },
): Promise<void> {
  const built = await readFile(path.join(dist, 'index.html'), 'utf8').catch(() => null)
  if (built === null) {
    app.setNotFoundHandler(() => {
      throw new Problem('NOT_FOUND')
    })
    return
  }
  const csp = policy(inlineHashes(built), origins)
  const page = inBrand(built, brand)
  // The compression plugin leaves out responses on paths without a route.
  const compressed = brotliCompressSync(page)
  const files = {
    index: false,
    preCompressed: true,
    cacheControl: false,
  } as const
  // A worker's policy comes with its script. Files other than documents and scripts keep the short policy of all
  // responses.
  const setPolicy: FastifyStaticOptions['setHeaders'] = (reply, file) => {
    if (scripts.test(file)) reply.header('content-security-policy', csp)
  }
  // One route for all files: with a route per file they would take a fifth of the server's start.
  await app.register(fastifyStatic, {
    ...files,
    root: path.join(dist, 'assets'),
    prefix: '/assets/',
    // The plugin would respond to a folder with a bad request.
    allowedPath: (file) => !file.endsWith('/'),
    setHeaders(reply, file, stats) {
      setPolicy(reply, file, stats)
      reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  await app.register(fastifyStatic, {
    ...files,
    root: dist,
    wildcard: false,
    globIgnore: ['assets/**'],
    decorateReply: false,
    setHeaders(reply, file, stats) {
      setPolicy(reply, file, stats)
      reply.header('cache-control', 'no-cache')
    },
  })
  // Open pages use it to check for a newer build.
  const news = `postMessage(${JSON.stringify({ version, timestamp: buildStamp(built) })})`
  app.get('/versionWorker.js', (_, reply) =>
    reply.header('content-type', 'text/javascript; charset=utf-8').header('cache-control', 'no-store').send(news),
  )
  app.setNotFoundHandler((request, reply) => {
    const asked = request.url.split('?')[0] ?? ''
    const forPeople =
      ['GET', 'HEAD'].includes(request.method) && !/^\/(api(\/|$)|(status|connect|assets)\/)/.test(asked)
    if (!forPeople || isProgram(request)) throw new Problem('NOT_FOUND')
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', asked === '/offline.html' ? 'private, max-age=3600' : 'no-cache')
      .header('content-security-policy', csp)
      .header('vary', 'accept-encoding')
    return acceptsBrotli.test(String(request.headers['accept-encoding']))
      ? reply.header('content-encoding', 'br').send(compressed)
      : reply.send(page)
  })
}
