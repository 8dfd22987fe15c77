import * as z from 'zod/mini'
import type { FileRules } from './forms/fields.ts'
import type { PermissionName } from './permissions.ts'

export type Schema = z.core.$ZodType
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `signed-in` only requires a session; `public` requires nothing. Both lists are reviewed in docs/security.md. */
export type Access = PermissionName | 'signed-in' | 'public'

export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
> {
  /** `devices.update`: domain, dot, verb. Name of the endpoint in audit lines, metrics and the API document. */
  readonly name: string
  readonly method: Method
  /** Below `/api`, with `{id}` for params. */
  readonly path: string
  readonly summary: string
  readonly permission: Access
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Sort columns of a list whose query schema was removed, as in the built console. */
  readonly sorts?: readonly string[]
  /** Schema of `data` in the response; other fields never leave the server. */
  readonly response: Response
  readonly meta?: Schema
  /** Requires the user to confirm their identity before the call. */
  readonly stepUp?: 'password' | 'mfa'
  /** Not open to access tokens, because it concerns the account itself. */
  readonly browserOnly?: boolean
  /** Open to a signed-in user whose address is not verified yet. */
  readonly unverified?: true
  /** Its response is given only once: like a change, it is refused to pages of other sites. */
  readonly readOnce?: true
  /** Works while other changes are refused for lack of disk space, so that users can sign in and read. */
  readonly allowedWhenFull?: true
  /**
   * The change can be undone for a day: `meta.undo` is the id for `audit.undo`, unless nothing can be undone exactly.
   */
  readonly undoable?: true
  /** Also served without the prefix `/api`. */
  readonly atRoot?: true
  /**
   * The body of a `stream` is read as it arrives, outside a transaction; it changes nothing that the audit log covers.
   * An `image` responds with the bytes of a picture for a page: unlike a `download` it leaves no audit line.
   */
  readonly kind?: 'json' | 'upload' | 'stream' | 'download' | 'image'
  /** Files in the body of an upload by name; the parts are called `<name>` or `<name>[0]`. */
  readonly files?: Readonly<Record<string, FileRules>>
  /** Files of the upload are stored as they arrive, not kept in memory. */
  readonly stored?: true
  /** For a list as a file: its name without `.csv`, and its columns. */
  readonly csv?: { readonly file: string; readonly columns: readonly string[] }
  /** Success status; 200 by default. */
  readonly status?: 200 | 201
}

export type AnyEndpoint = Endpoint

/** Declares one call of the API. The server mounts it, the console calls it, the API document describes it. */
export function endpoint<
  Params extends Schema = z.ZodMiniUndefined,
  Query extends Schema = z.ZodMiniUndefined,
  Body extends Schema = z.ZodMiniUndefined,
  Response extends Schema = Schema,
>(declaration: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return declaration
}

type PartOf<E, Key extends keyof Endpoint> = E extends { readonly [K in Key]?: infer S | undefined }
  ? S extends Schema
    ? S
    : never
  : never

/** Parsed input, for the server's handler. */
export type ParamsOf<E extends Endpoint> = z.output<PartOf<E, 'params'>>
export type QueryOf<E extends Endpoint> = z.output<PartOf<E, 'query'>>
export type BodyOf<E extends Endpoint> = z.output<PartOf<E, 'body'>>
export type ResponseOf<E extends Endpoint> = z.output<PartOf<E, 'response'>>
/** Input of the console. */
export type ParamsInput<E extends Endpoint> = z.input<PartOf<E, 'params'>>
export type QueryInput<E extends Endpoint> = z.input<PartOf<E, 'query'>>
export type BodyInput<E extends Endpoint> = z.input<PartOf<E, 'body'>>

/** A response that only means success. */
export const empty = z.object({})
