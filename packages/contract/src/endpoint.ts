import * as z from 'zod/mini'
import type { FileRules } from './forms/fields.ts'
import type { PermissionName } from './permissions.ts'

export type Schema = z.core.$ZodType
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `signed-in` asks for a session and nothing more; `public` for nothing at all. Both lists are reviewed in docs/security.md. */
export type Access = PermissionName | 'signed-in' | 'public'

export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
> {
  /** `devices.update`: domain, dot, verb. Names the endpoint in audit lines, metrics and the API document. */
  readonly name: string
  readonly method: Method
  /** Below `/api`, with `{id}` for params. */
  readonly path: string
  readonly summary: string
  readonly permission: Access
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Columns a list can be sorted by, where the schema of its query was left out: in the built console. */
  readonly sorts?: readonly string[]
  /** What stands in `data` of the answer; fields outside it never leave the server. */
  readonly response: Response
  /** What stands in `meta` of the answer. */
  readonly meta?: Schema
  /** Asks the user to confirm again before the call goes through. */
  readonly stepUp?: 'password' | 'mfa'
  /** Not open to access tokens: it is about the account itself. */
  readonly browserOnly?: boolean
  /** Open to a signed-in user whose address is not verified yet. */
  readonly unverified?: true
  /** Goes through while nothing else may change anything, for want of room: so that somebody can sign in and see. */
  readonly allowedWhenFull?: true
  /** Answered without `/api` in front, too. */
  readonly atRoot?: true
  readonly kind?: 'json' | 'upload' | 'download'
  /** Of an upload, the files that come with the body, one by each name; `<name>` or `<name>[0]` in the parts. */
  readonly files?: Readonly<Record<string, FileRules>>
  /** Of a list as a file: its name without `.csv`, and its columns. */
  readonly csv?: { readonly file: string; readonly columns: readonly string[] }
  /** Success status; 200 unless given. */
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

/** What the server's handler receives. */
export type ParamsOf<E extends Endpoint> = z.output<PartOf<E, 'params'>>
export type QueryOf<E extends Endpoint> = z.output<PartOf<E, 'query'>>
export type BodyOf<E extends Endpoint> = z.output<PartOf<E, 'body'>>
export type ResponseOf<E extends Endpoint> = z.output<PartOf<E, 'response'>>
/** What the console passes. */
export type ParamsInput<E extends Endpoint> = z.input<PartOf<E, 'params'>>
export type QueryInput<E extends Endpoint> = z.input<PartOf<E, 'query'>>
export type BodyInput<E extends Endpoint> = z.input<PartOf<E, 'body'>>

/** An answer that carries nothing but success. */
export const empty = z.object({})
