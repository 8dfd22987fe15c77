import type { AnyEndpoint } from '@longreach/contract/endpoint'
import type { ErrorItem } from '@longreach/contract/errors'
import { text } from '@longreach/contract/i18n'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Db } from '../db/client.ts'
import { writeAudit } from '../domains/audit/store.ts'
import { insertUndo } from '../domains/audit/undo-store.ts'
import { scopeOfFilter, scopeOfList } from '../domains/companies/context.ts'
import type { BlobStore } from '../domains/files/blobs.ts'
import type { DiskSpace } from '../domains/system/disk-space.ts'
import { chooseFields, rowsOf } from '../endpoint/choose-fields.ts'
import { isSecure } from '../endpoint/cookies.ts'
import { lacks } from '../endpoint/lacks.ts'
import { Problem } from '../endpoint/problem.ts'
import type { Answer, AuditDetail, Call, Route } from '../endpoint/route.ts'
import { findSessionById, type Session } from '../endpoint/session.ts'
import type { UndoStep } from '../endpoint/undo.ts'
import { findUnstorable } from '../endpoint/unstorable.ts'
import { readUpload } from '../endpoint/upload.ts'
import type { NewEvent } from '../events/catalogue.ts'
import type { Emit } from '../events/emit.ts'
import type { Seal } from '../seal.ts'
import { type CallerDeps, sessionOf, userAgentOf } from './caller.ts'
import { keepConnection } from './connection-limit.ts'
import { checkCsrf, checkOrigin } from './csrf.ts'
import type { DownloadLimit } from './download-limit.ts'
import { issueText } from './issue-text.ts'
import type { CallLimit } from './programs/call-limit.ts'
import { dialectOf } from './programs/dialect.ts'
import { documentedTypes, inDocumentedTypes } from './programs/documented-types.ts'
import { isLong, type PageQuery, sendLongList } from './programs/long-list.ts'
import { checkTokenPlace } from './programs/refusals.ts'
import { lazySerializer, responseSchemas } from './response-schema.ts'
import { type Storage, storeUploads } from './stored-uploads.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name, kind and permission of the route's endpoint. */
    endpoint?: string
    kind?: AnyEndpoint['kind']
    permission?: AnyEndpoint['permission']
  }
}

z.config(z.locales.en())

export interface MountDeps extends CallerDeps {
  seal: Seal
  emit: Emit
  /** Origins that may send changes; empty = only the host of the request. */
  origins: readonly string[]
  /** Throws while changes are refused. */
  diskSpace: Pick<DiskSpace, 'check'>
  /** Store for uploads, which are written as they arrive. */
  blobs: BlobStore
  /** Called before each download. */
  limitDownload: DownloadLimit
  /** Whether a user with these permissions may undo these steps: others may, so they are stored in any case. */
  mayUndo: (steps: readonly UndoStep[], owned: Session['permissions']) => boolean
  /** Called before each call with an access token. */
  limitCalls: CallLimit
  /** Milliseconds within which a program must take a piece of a long list. */
  listPatience: number
}

function issuesToErrors(error: z.core.$ZodError, at: 'params' | 'query' | 'body'): ErrorItem[] {
  return error.issues.slice(0, 100).map((issue) => ({
    code: 'VALIDATION_FAILED',
    message: issue.message,
    source: issue.path.length > 0 ? issue.path.join('.') : at,
  }))
}

function validate(schema: AnyEndpoint['params'], value: unknown, at: 'params' | 'query' | 'body'): unknown {
  if (!schema) return undefined
  const unstorable = at === 'params' ? undefined : findUnstorable(value)
  if (unstorable) {
    const source = unstorable.path.join('.') || at
    throw new Problem('VALIDATION_FAILED', { source, message: unstorable.message })
  }
  const parsed = z.safeParse(schema, value ?? {}, { error: issueText })
  if (parsed.success) return parsed.data
  // A path whose parameters are invalid does not exist.
  if (at === 'params') throw new Problem('NOT_FOUND')
  throw new Problem('VALIDATION_FAILED', { errors: issuesToErrors(parsed.error, at) })
}

/** Bytes in the body of a public call. */
const publicBodyLimit = 16 * 1024

function checkPermission(endpoint: AnyEndpoint, session: Session | null): void {
  if (endpoint.permission === 'public') return
  if (!session) throw new Problem('UNAUTHORIZED')
  if (endpoint.browserOnly && session.kind === 'token')
    throw new Problem('FORBIDDEN', { message: text('account.not_with_token') })
  if (!session.verified && !endpoint.unverified) throw new Problem('EMAIL_NOT_VERIFIED')
  if (endpoint.permission === 'signed-in') return
  if (!session.permissions.has(endpoint.permission)) throw lacks(session, endpoint.permission)
}

function checkStepUp(endpoint: AnyEndpoint, session: Session | null): void {
  if (endpoint.stepUp === 'password' && !session?.confirmed) throw new Problem('PASSWORD_CONFIRMATION_REQUIRED')
}

/** The caller's scope, limited to the company that the query of a list or the filter of a change names. */
async function scopeOf(db: Db, session: Session, { query, body }: Pick<Call, 'query' | 'body'>) {
  const { filter } = (body ?? {}) as { filter?: object }
  return filter ? scopeOfFilter(db, session.scope, filter) : scopeOfList(db, session.scope, query ?? {})
}

/** True if the response is not JSON. */
const isContent = ({ kind }: AnyEndpoint) => kind === 'download' || kind === 'image'

const hasFailed = ({ errors = [] }: Answer) => errors.length > 0
const envelopeOf = (answer: Answer) => ({
  success: true,
  data: answer.data,
  ...(answer.meta ? { meta: answer.meta } : {}),
  ...(hasFailed(answer) ? { errors: answer.errors } : {}),
})

async function send(reply: FastifyReply, endpoint: AnyEndpoint, answer: Answer): Promise<unknown> {
  if (isContent(endpoint)) return reply.send(answer.data)
  reply.status(hasFailed(answer) ? 207 : (endpoint.status ?? 200))
  return reply.send(envelopeOf(answer))
}

/** Stores how to undo a change; undefined if it cannot be undone. */
async function recordUndo(
  db: Db,
  { name }: AnyEndpoint,
  { userId, username }: Session,
  steps: readonly UndoStep[],
  details: readonly AuditDetail[],
): Promise<number | undefined> {
  if (steps.length === 0) return undefined
  const lines = details.map((detail) => ({ ...detail, user_id: userId, username }))
  return insertUndo(db, name, steps, lines)
}

/** Serves the declared endpoints. Throws at start if an endpoint has no handler or two. */
export function mount(
  app: FastifyInstance,
  declared: readonly AnyEndpoint[],
  routes: readonly Route[],
  deps: MountDeps,
): void {
  for (const endpoint of declared) {
    const handlers = routes.filter((route) => route.endpoint === endpoint)
    if (handlers.length !== 1) throw new Error(`Endpoint ${endpoint.name} has ${handlers.length} handlers`)
  }
  const stray = routes.find((route) => !declared.includes(route.endpoint))
  if (stray) throw new Error(`Endpoint ${stray.endpoint.name} is not listed in contract/index.ts`)
  for (const { endpoint } of routes) {
    if (endpoint.stepUp === 'mfa') {
      throw new Error(`Endpoint ${endpoint.name} asks for something mount does not do`)
    }
  }
  for (const route of routes) mountOne(app, route, deps)
}

function mountOne(app: FastifyInstance, { endpoint, prepare, handle }: Route, deps: MountDeps): void {
  const changes = endpoint.method !== 'GET'
  const rows = rowsOf(endpoint)
  const documented = documentedTypes[endpoint.name]
  const serializeDocumented = lazySerializer(endpoint, documented)

  async function run(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const storage = storeUploads(deps)
    try {
      return await answer(request, reply, storage)
    } catch (error) {
      await storage.drop()
      // Reads the rest of the request: some clients only read a response after they have sent everything.
      if (endpoint.kind === 'stream') request.raw.resume()
      throw error
    }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, storage: Storage): Promise<unknown> {
    const caller = await sessionOf(deps, request)
    // Public endpoints concern browsers' sessions: a token neither signs in nor out.
    const session = endpoint.permission === 'public' && caller?.kind === 'token' ? null : caller
    if (session) keepConnection(request.raw)
    const program = session?.kind === 'token'
    if (program) await deps.limitCalls(session, reply)
    // No page of another site can send a token.
    if ((changes || endpoint.readOnce) && session?.kind !== 'token') {
      checkOrigin(request, deps.origins)
      if (changes && session) checkCsrf(request, deps.seal, session)
    }
    checkTokenPlace(endpoint, request, session)
    checkPermission(endpoint, session)
    checkStepUp(endpoint, session)
    // A download writes its audit line.
    if ((changes || endpoint.kind === 'download') && !endpoint.allowedWhenFull) deps.diskSpace.check()
    // Parsed only now: a caller without permission is refused before that.
    const { body, files } =
      endpoint.kind === 'upload'
        ? await readUpload(request, endpoint, endpoint.stored ? storage.store : undefined)
        : { body: request.body, files: {} }
    const details: AuditDetail[] = []
    const steps: UndoStep[] = []
    const events: NewEvent[] = []
    const effects: (() => void | Promise<void>)[] = []
    const dialect = dialectOf(endpoint, session, request.query)
    const input = {
      params: validate(endpoint.params, request.params, 'params') as never,
      query: validate(dialect.query, dialect.read(dialect.query, request.query), 'query') as never,
      body: validate(endpoint.body, dialect.read(endpoint.body, body), 'body') as never,
    }
    const call: Omit<Call, 'db'> = {
      ...input,
      files,
      bytes: request.raw,
      session: session as Session,
      visitor: session,
      scope: session ? await scopeOf(deps.db, session, input) : (undefined as never),
      ip: request.ip,
      userAgent: userAgentOf(request),
      requestId: request.id,
      secure: isSecure(request),
      audit: (detail) => void details.push(detail),
      undoable: (...given) => void steps.push(...given),
      emit: (...given) => void events.push(...given),
      after: (effect) => void effects.push(effect),
      reply,
    }
    const prepared = await prepare?.(call)
    if (endpoint.kind === 'download' && session) {
      await deps.limitDownload(session.userId)
      const answer = await handle({ ...call, db: deps.db }, prepared)
      const plain = { target: 'download', after: Object.assign({}, call.params, call.query) }
      await writeAudit(deps.db, endpoint.name, call, details.length > 0 ? details : [plain])
      return send(reply, endpoint, answer)
    }
    const types = program ? documented : undefined
    const read = async (given: Omit<Call, 'db'>) => {
      const found = await handle({ ...given, db: deps.db }, prepared)
      const answer = types ? { ...found, data: inDocumentedTypes(found.data, types) as never } : found
      return dialect.write(rows ? chooseFields(answer, rows, given.query as never) : answer)
    }
    if (program && rows && isLong(input.query)) {
      const readPage = async (query: PageQuery) => {
        const present = (await findSessionById(deps.db, session.id)) as Session
        checkPermission(endpoint, present)
        const scope = await scopeOf(deps.db, present, input)
        return read({ ...call, query: query as never, session: present, visitor: present, scope })
      }
      const serialize = (answer: Answer) =>
        types ? serializeDocumented(envelopeOf(answer)) : (reply.serialize(envelopeOf(answer)) as string)
      const list = { userId: session.userId, reply, rows, query: input.query, patience: deps.listPatience }
      return sendLongList({ ...list, read: readPage, serialize })
    }
    if (!changes || endpoint.kind === 'stream') {
      const answer = await read(call)
      if (types) reply.type('application/json; charset=utf-8').serializer(serializeDocumented)
      return send(reply, endpoint, answer)
    }
    const work = async (db: Db) => {
      const result = await handle({ ...call, db }, prepared)
      await deps.emit(db, ...events)
      const undo = endpoint.undoable && session ? await recordUndo(db, endpoint, session, steps, details) : undefined
      await writeAudit(db, endpoint.name, call, details, undo)
      const offered = undo !== undefined && deps.mayUndo(steps, (session as Session).permissions)
      return offered ? { ...result, meta: { ...result.meta, undo } } : result
    }
    // A public call may take long to check a password, so it must not hold a transaction open.
    const answer = endpoint.permission === 'public' ? await work(deps.db) : await deps.db.transaction().execute(work)
    for (const effect of effects) await effect()
    return send(reply, endpoint, dialect.write(answer))
  }

  const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
  const addTo = (server: FastifyInstance) => {
    for (const url of endpoint.atRoot ? [`/api${path}`, path] : [`/api${path}`]) {
      server.route({
        method: endpoint.method,
        url,
        ...(endpoint.permission === 'public' ? { bodyLimit: publicBodyLimit } : {}),
        // Files are already compressed, and clients request ranges of them.
        ...(isContent(endpoint) && !endpoint.csv ? { compress: false } : {}),
        schema: isContent(endpoint) ? {} : { response: responseSchemas(endpoint) },
        config: { endpoint: endpoint.name, kind: endpoint.kind, permission: endpoint.permission },
        handler: run,
      })
    }
  }
  if (endpoint.kind !== 'stream') {
    addTo(app)
    return
  }
  void app.register((own, _options, done) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('application/octet-stream', (_request, _payload, parsed) => parsed(null))
    addTo(own)
    done()
  })
}
