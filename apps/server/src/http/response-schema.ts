import type { AnyEndpoint, Schema } from '@longreach/contract/endpoint'
import { errorItemSchema } from '@longreach/contract/errors'
import buildSerializer from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import * as z from 'zod/mini'
import { rowsOf } from '../endpoint/choose-fields.ts'
import { type DocumentedFields, documentSchema } from './programs/documented-types.ts'

/** JSON schema of responses; draft 7, as fast-json-stringify reads it. */
export function outputSchema(schema: Schema): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' })
  return rest
}

/** Schema of a response's `meta`; a change that can be undone also has its undo record. */
export function metaOf({ meta, undoable }: AnyEndpoint): Schema | undefined {
  return undoable ? z.extend((meta ?? z.object({})) as z.ZodMiniObject, { undo: z.optional(z.int()) }) : meta
}

interface JsonRows {
  items?: { required?: unknown }
  properties?: Record<string, JsonRows>
}

/** Schema of a response's `data`; of the rows of a list, callers choose the fields. */
export function dataOf(endpoint: AnyEndpoint, documented?: DocumentedFields): Record<string, unknown> {
  const schema = outputSchema(endpoint.response)
  if (documented) documentSchema(schema, documented)
  const rows = rowsOf(endpoint)
  if (rows) {
    const { within } = rows
    const list = (within === undefined ? schema : (schema as JsonRows).properties?.[within]) as JsonRows
    delete list.items?.required
  }
  return schema
}

/** The `meta` of a response with what programs get besides. */
function metaForAll(endpoint: AnyEndpoint): Record<string, unknown> {
  const meta = metaOf(endpoint)
  const { properties = {}, ...rest } = meta ? outputSchema(meta) : {}
  const besides = { id: {}, ignored: { type: 'array', items: { type: 'string' } } }
  return { type: 'object', ...rest, properties: { ...besides, ...(properties as object) } }
}

const envelopeOf = (endpoint: AnyEndpoint, documented?: DocumentedFields): Parameters<typeof buildSerializer>[0] => ({
  type: 'object',
  properties: {
    success: { type: 'boolean' },
    data: dataOf(endpoint, documented),
    meta: metaForAll(endpoint),
    errors: { type: 'array', items: outputSchema(errorItemSchema) },
  },
})

/** Schema of a response; holds the endpoint, whose JSON schema is created when it is first needed. */
interface ResponseSchema {
  type: 'object'
  endpoint: AnyEndpoint
}

/** Envelopes around the declared response, by status. Undeclared fields are dropped. */
export function responseSchemas(endpoint: AnyEndpoint): Record<string, ResponseSchema> {
  const schema = { type: 'object', endpoint } as const
  return { 200: schema, 201: schema, 207: schema }
}

/** Builds the serialiser of a response on first use: building all of them took a sixth of the start. */
export function lazySerializer(endpoint: AnyEndpoint, documented?: DocumentedFields): (data: unknown) => string {
  let serialize: ((data: object) => string) | undefined
  return (data) => {
    serialize ??= buildSerializer(envelopeOf(endpoint, documented))
    return serialize(data as object)
  }
}

export const serializeLazily: FastifySerializerCompiler<ResponseSchema> = ({ schema: { endpoint } }) =>
  lazySerializer(endpoint)
