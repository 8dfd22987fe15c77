import type { Readable } from 'node:stream'
import type { AnyEndpoint, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@longreach/contract/endpoint'
import type { ErrorItem } from '@longreach/contract/errors'
import type { FastifyReply } from 'fastify'
import type { Db } from '../db/client.ts'
import type { Placement, Scope } from '../db/scope.ts'
import type { NewEvent } from '../events/catalogue.ts'
import type { Session } from './session.ts'
import type { UndoStep } from './undo.ts'
import type { Upload } from './upload.ts'

/** A further object in the sentence of an audit line, with its name at the time; or a word. */
export type Mention = string | { kind: string; id: number; name: string }

/** Details of an audit line besides user, time and call. */
export interface AuditDetail {
  target: string
  targetId?: number
  /** The object's name at the time, unless `before` or `after` has it. */
  name?: string
  /** Further objects of the sentence, by the placeholders of its text. */
  mentions?: Readonly<Record<string, Mention>>
  /** The acting user, if not that of the session. */
  by?: { id: number; username: string }
  /** Company of the change; the caller's own by default. */
  company?: Placement
  undid?: object
  before?: object
  after?: object | undefined
}

/** One request as a handler sees it. */
export interface Call<E extends Endpoint = Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Files of an upload, by the names its endpoint declares. */
  files: Upload['files']
  /** The body of a `stream`, as it arrives. */
  bytes: Readable
  /** The caller; handlers of public endpoints use `visitor` instead. */
  session: Session
  visitor: Session | null
  scope: Scope
  /** A transaction if the call changes something, otherwise the pool. */
  db: Db
  ip: string
  userAgent: string
  requestId: string
  /** True if the browser accepts Secure cookies for this address. */
  secure: boolean
  /** Adds to the audit lines of the call; otherwise one plain line is written. */
  audit(detail: AuditDetail): void
  /** Adds steps that undoing the call has to check and restore. */
  undoable(...steps: UndoStep[]): void
  /** Emits events to other modules in the call's transaction; a public call has no transaction and emits in its own. */
  emit(...events: NewEvent[]): void
  /** Runs after the commit, e.g. to publish hints to screens or close links. */
  after(effect: () => void | Promise<void>): void
  reply: FastifyReply
}

export interface Answer<E extends Endpoint = Endpoint> {
  data: ResponseOf<E>
  meta?: Record<string, unknown>
  /** Failed rows of a bulk call; with any, the response is a 207. */
  errors?: ErrorItem[]
}

export interface Route {
  endpoint: AnyEndpoint
  /** Slow work on the input, done before the transaction of the call. */
  prepare?: (call: Unprepared) => Promise<unknown>
  handle: (call: Call, prepared: unknown) => Promise<Answer>
}

/** A request before its transaction. */
export type Unprepared<E extends Endpoint = Endpoint> = Pick<Call<E>, 'params' | 'query' | 'body' | 'files' | 'session'>

export function route<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<Answer<E>>): Route {
  return { endpoint, handle: handle as unknown as Route['handle'] }
}

/** Like `route`, with slow work that needs no database; `handle` receives its result. */
export function preparedRoute<E extends Endpoint, Result>(
  endpoint: E,
  prepare: (call: Unprepared<E>) => Promise<Result>,
  handle: (call: Call<E>, prepared: Result) => Promise<Answer<E>>,
): Route {
  return {
    endpoint,
    prepare: prepare as unknown as NonNullable<Route['prepare']>,
    handle: handle as unknown as Route['handle'],
  }
}
