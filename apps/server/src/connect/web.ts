import type { Agent } from 'node:http'
import { type IncomingMessage, request as requestTarget, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { text } from '@longreach/contract/i18n'
import type { Db } from '../db/client.ts'
import type { LiveSession } from '../domains/remote/live-session.ts'
import { explain, ReachError } from '../domains/remote/reach.ts'
import { bannerTag, isPlainHtml, mayShowBanner } from './banner.ts'
import { headTransform } from './document-head.ts'
import { requestHeaders, responseHeaders } from './headers.ts'
import { movedTo } from './outward.ts'
import { answerPage } from './pages.ts'
import type { Sides } from './sides.ts'
import { createTargetAgents } from './target.ts'
import { connectTiming } from './timing.ts'

export interface WebSession {
  session: LiveSession
  sides: Sides
  agents: { kept: Agent; fresh: Agent }
  /** Set once the target has required Basic authentication and the session has credentials for it. */
  answersBasic: boolean
}

export function createWebSession(db: Db, session: LiveSession, sides: Sides): WebSession {
  return { session, sides, agents: createTargetAgents(db, session), answersBasic: false }
}

/** True if the request loads a page, not a part of one. */
function acceptsDocument({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' || headers.range !== undefined) return false
  const destination = headers['sec-fetch-dest']
  return destination === undefined ? /text\/html/.test(headers.accept ?? '') : destination === 'document'
}

/** True even for an empty body, if it is announced as chunked. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function basicOf({ credentials }: LiveSession): string | undefined {
  if (!credentials) return undefined
  return `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
}

interface Attempt {
  web: WebSession
  request: IncomingMessage
  response: ServerResponse
  document: boolean
  /** True if no part of the body was read, so that the request can be repeated. */
  repeatable: boolean
}

/** Responds with a page that names the failed step and what to do. */
function answerFailure({ web, response }: Attempt, error: unknown): void {
  if (response.destroyed) return
  const { step, text: reason } = explain(error, web.session.target)
  const silent = (error as { code?: string }).code === 'SILENT'
  answerPage(response, {
    status: silent ? 504 : step === 'session' ? 410 : 502,
    title: silent ? text('remote.page_silent') : text('remote.page_unreachable'),
    lines: [
      silent ? text('remote.page_silent_reason') : reason,
      text('remote.page_step', { step, device: web.session.row.device_name }),
    ],
    link: { text: text('remote.try_again'), href: '' },
  })
}

/** True if the target had just closed a kept connection. */
const wentStale = (error: unknown, reused: boolean) =>
  reused && ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as { code?: string }).code ?? '')

function fetchTarget(attempt: Attempt, tries: { stale: boolean; basic: boolean }): void {
  const { web, request, response } = attempt
  const ownBasic = request.headers.authorization === undefined ? basicOf(web.session) : undefined
  const authorization = web.answersBasic ? ownBasic : undefined
  const pairs = requestHeaders(request, web.sides, { identity: attempt.document, authorization })
  // Node only frames a body for methods that usually have one; unframed, it would be read as another request.
  if (request.headers['transfer-encoding'] !== undefined) pairs.push(['Transfer-Encoding', 'chunked'])
  const upstream = requestTarget({
    // The target may have closed a kept connection meanwhile, and a body cannot be sent again.
    agent: attempt.repeatable ? web.agents.kept : web.agents.fresh,
    method: request.method,
    path: request.url,
    headers: pairs.flat() as never,
    setHost: false,
    insecureHTTPParser: true,
  })
  let settled = false
  let silence: NodeJS.Timeout | undefined
  upstream.on('finish', () => {
    if (!settled)
      silence = setTimeout(
        () => upstream.destroy(Object.assign(new Error(), { code: 'SILENT' })),
        connectTiming.silence,
      )
  })
  const settle = () => {
    settled = true
    clearTimeout(silence)
  }
  upstream.on('error', (error) => {
    if (settled) return
    settle()
    if (attempt.repeatable && tries.stale && wentStale(error, upstream.reusedSocket))
      return fetchTarget(attempt, { ...tries, stale: false })
    answerFailure(attempt, error instanceof ReachError ? error : asFailure(error))
  })
  // A protocol switch that was not requested.
  upstream.on('upgrade', (answer, socket) => {
    settle()
    socket.destroy()
    passOn(attempt, answer)
  })
  upstream.on('response', (answer) => {
    settle()
    const asksBasic = answer.statusCode === 401 && /^\s*basic\b/i.test(answer.headers['www-authenticate'] ?? '')
    if (asksBasic && tries.basic && ownBasic !== undefined && attempt.repeatable && !web.answersBasic) {
      web.answersBasic = true
      answer.resume()
      return fetchTarget(attempt, { ...tries, basic: false })
    }
    // The target rejects the stored credentials: the browser asks the user.
    if (asksBasic && web.answersBasic) web.answersBasic = false
    passOn(attempt, answer)
  })
  response.on('close', () => {
    if (!response.writableFinished) upstream.destroy()
  })
  if (attempt.repeatable) upstream.end()
  else pipeline(request, upstream, () => {})
}

const noHttp = () => new ReachError('target', text('remote.no_http'))

/** Converts errors of a target that disconnects or does not speak HTTP. */
function asFailure(error: Error & { code?: string }): Error {
  if (error.code === 'SILENT')
    return Object.assign(new ReachError('target', text('remote.no_response')), { code: 'SILENT' })
  if (error.code?.startsWith('HPE_')) return noHttp()
  return new ReachError('target', text('remote.target_closed'))
}

/** A redirect to another port of the target, which the entry does not reach: mostly from http to https. */
function answerMoved({ web, response }: Attempt, to: string): void {
  answerPage(response, {
    status: 502,
    title: text('remote.page_moved'),
    lines: [text('remote.page_moved_to', { address: to }), text('remote.page_moved_hint')],
    link: {
      text: text('remote.to_entries'),
      href: `${web.session.consoleOrigin}/devices/${web.session.row.device_id}/access`,
    },
  })
}

function passOn(attempt: Attempt, answer: IncomingMessage): void {
  const { web, request, response, document } = attempt
  if (answer.statusCode === 101) {
    answer.destroy()
    answerFailure(attempt, noHttp())
    return
  }
  const moved = movedTo(answer.headers.location, web.sides)
  if (moved !== undefined) {
    answer.resume()
    return void answerMoved(attempt, moved)
  }
  const changed = document && isPlainHtml(answer)
  const withBanner = document && mayShowBanner(answer)
  // The length of a document that is changed on its way is not known.
  const pairs = responseHeaders(answer, web.sides).filter(
    ([name]) => !changed || name.toLowerCase() !== 'content-length',
  )
  try {
    response.writeHead(answer.statusCode ?? 502, pairs.flat() as never)
  } catch {
    answer.destroy()
    return void answerPage(response, {
      status: 502,
      title: text('remote.page_unreadable'),
      lines: [text('remote.page_bad_headers')],
    })
  }
  if (request.method === 'HEAD') {
    answer.resume()
    return void response.end()
  }
  answer.on('error', () => response.destroy())
  answer.on('aborted', () => response.destroy())
  const body = changed ? answer.pipe(headTransform(web.sides)) : answer
  if (withBanner) {
    body.on('end', () => response.end(bannerTag))
    body.pipe(response, { end: false })
  } else body.pipe(response)
}

/** Sends a browser's request to the session's target and the response back, both streamed. */
export function relay(web: WebSession, request: IncomingMessage, response: ServerResponse): void {
  const repeatable = !hasBody(request)
  fetchTarget({ web, request, response, document: acceptsDocument(request), repeatable }, { stale: true, basic: true })
}
