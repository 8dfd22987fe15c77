import { scopeOfPermission } from '@longreach/contract/account/scopes'
import type { AnyEndpoint, Schema } from '@longreach/contract/endpoint'
import { errorItemSchema } from '@longreach/contract/errors'
import * as z from 'zod/mini'
import { rowsOf } from '../../endpoint/choose-fields.ts'
import { documentedTypes } from '../programs/documented-types.ts'
import { pagedQuery } from '../programs/paging.ts'
import { dataOf, metaOf, outputSchema } from '../response-schema.ts'
import { describeBody, describeParameter, fieldsOf } from './describe-input.ts'
import { guide } from './guide.ts'

type Json = Record<string, unknown>

function inputSchema(schema: Schema): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    // zod leaves out the default of what it transforms.
    override({ zodSchema: { _zod: zod }, jsonSchema }) {
      if (zod.def.type === 'default') jsonSchema.default ??= zod.def.defaultValue as never
    },
  })
  return rest
}

function parameters(schema: Schema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  const fields = fieldsOf(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...describeParameter(name, fields[name] as Schema, place),
    schema: property,
  }))
}

/** The query as programs send it. */
const queryOf = (endpoint: AnyEndpoint) =>
  rowsOf(endpoint) && !endpoint.browserOnly ? pagedQuery(endpoint) : endpoint.query

function success(endpoint: AnyEndpoint): Json {
  if (endpoint.kind === 'download' || endpoint.kind === 'image')
    return {
      description: 'The file',
      content: { [endpoint.kind === 'image' ? 'image/*' : '*/*']: { schema: { type: 'string', format: 'binary' } } },
    }
  const properties = {
    success: { type: 'boolean', const: true },
    data: dataOf(endpoint, documentedTypes[endpoint.name]),
    ...(metaOf(endpoint) ? { meta: outputSchema(metaOf(endpoint) as Schema) } : {}),
  }
  return {
    description: 'Success',
    content: { 'application/json': { schema: { type: 'object', required: ['success', 'data'], properties } } },
  }
}

/** Statuses of failures; the guide explains them. */
function failuresOf({ method, params, query, body, kind, stepUp }: AnyEndpoint): Record<string, string> {
  const sends = body !== undefined || kind === 'upload' || kind === 'stream'
  return {
    ...(sends ? { 400: 'The body cannot be read' } : {}),
    401: 'No session',
    403: 'No permission',
    404: 'Not found, or not in reach',
    ...(method === 'GET' ? {} : { 409: 'Not possible in the present state' }),
    ...(sends ? { 413: 'The body is too large' } : {}),
    ...(params || query || sends ? { 422: 'Invalid input' } : {}),
    ...(stepUp ? { 423: 'The password has to be confirmed first' } : {}),
    429: 'Too many calls',
    503: 'Database unavailable, or disk full',
  }
}

/** Failures after which a program waits. */
const passing = ['429', '503']

/** The access token scope for the call. */
function scopes({ permission }: AnyEndpoint): string[] {
  const scope = permission === 'signed-in' || permission === 'public' ? null : scopeOfPermission(permission)
  return scope === null ? [] : [scope]
}

function requestBody(endpoint: AnyEndpoint): Json {
  const { description, example } = endpoint.body || endpoint.kind === 'stream' ? describeBody(endpoint) : {}
  if (endpoint.kind === 'stream')
    return {
      requestBody: {
        description,
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }
  if (!endpoint.body) return {}
  const {
    properties = {},
    required = [],
    ...rest
  } = inputSchema(endpoint.body) as {
    properties?: Json
    required?: string[]
  }
  const names = Object.keys(endpoint.files ?? {})
  const files = Object.fromEntries(names.map((name) => [name, { type: 'string', format: 'binary' }]))
  const [type, schema] =
    endpoint.kind === 'upload'
      ? ['multipart/form-data', { ...rest, properties: { ...files, ...properties }, required: [...names, ...required] }]
      : ['application/json', inputSchema(endpoint.body)]
  return { requestBody: { description, required: true, content: { [type as string]: { example, schema } } } }
}

function operation(endpoint: AnyEndpoint): Json {
  const open = endpoint.permission === 'public'
  return {
    operationId: endpoint.name,
    tags: [endpoint.name.split('.')[0]],
    summary: endpoint.summary,
    description: open ? 'Open to everyone.' : `Permission: ${endpoint.permission}.`,
    security: open ? [] : [{ session: [] }, ...(endpoint.browserOnly ? [] : [{ token: scopes(endpoint) }])],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(queryOf(endpoint), 'query')],
    ...requestBody(endpoint),
    responses: {
      [endpoint.status ?? 200]: success(endpoint),
      ...Object.fromEntries(
        Object.entries(failuresOf(endpoint)).map(([status, description]) => [
          status,
          { description, $ref: `#/components/responses/${passing.includes(status) ? 'Busy' : 'Failure'}` },
        ]),
      ),
    },
  }
}

const failure = {
  'application/json': {
    schema: {
      type: 'object',
      properties: {
        success: { type: 'boolean', const: false },
        errors: { type: 'array', items: outputSchema(errorItemSchema) },
      },
    },
  },
}

/** The OpenAPI 3.1 document of the declared endpoints; committed as docs/openapi.json. */
export function openApiDocument(endpoints: readonly AnyEndpoint[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {}
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operation(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Remote management API', version, description: guide },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        token: { type: 'http', scheme: 'bearer', description: 'A personal access token with the named scope' },
      },
      responses: {
        Failure: { description: 'Failure', content: failure },
        Busy: {
          description: 'Failure that passes',
          headers: {
            'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' }, example: 30 },
          },
          content: failure,
        },
      },
    },
  }
}
