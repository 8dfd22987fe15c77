import { endpoints } from '@longreach/contract/index'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rowsOf } from '../../endpoint/choose-fields.ts'
import { pagedQuery } from '../programs/paging.ts'
import { fieldsOf } from './describe-input.ts'
import { openApiDocument } from './openapi.ts'

interface Described {
  description?: string
  example?: unknown
}

interface Operation {
  parameters: (Described & { name: string; in: 'path' | 'query' })[]
  requestBody?: { description?: string; content: Record<string, Described> }
  responses: Record<string, { description: string }>
}

const document = openApiDocument(endpoints, '1.0.0') as {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
}

const operations = endpoints.map((endpoint) => ({
  endpoint,
  operation: document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Operation,
}))

const withoutText = ({ description = '', example }: Described) => description.length < 5 || example === undefined

test('every parameter has a description and an example that its schema accepts', () => {
  const wrong = operations.flatMap(({ endpoint, operation }) => {
    const query = rowsOf(endpoint) && !endpoint.browserOnly ? pagedQuery(endpoint) : endpoint.query
    const fields = { path: endpoint.params && fieldsOf(endpoint.params), query: query && fieldsOf(query) }
    return operation.parameters
      .filter((one) => {
        const schema = fields[one.in]?.[one.name]
        return withoutText(one) || !schema || !z.safeParse(schema, one.example).success
      })
      .map(({ name }) => `${endpoint.name} ${name}`)
  })
  expect(wrong).toEqual([])
})

test('every body has a description and an example that its schema accepts', () => {
  const bodies = operations.filter(({ endpoint }) => endpoint.body)
  const wrong = bodies.filter(({ endpoint, operation: { requestBody } }) => {
    const example = Object.values(requestBody?.content ?? {})[0]?.example
    return withoutText({ ...requestBody, example }) || !z.safeParse(endpoint.body as z.ZodMiniType, example).success
  })
  expect(bodies.length).toBeGreaterThan(100)
  expect(wrong.map(({ endpoint }) => endpoint.name)).toEqual([])
})

test('every call names its failures, and the document starts with a guide', () => {
  for (const { endpoint, operation } of operations) {
    const statuses = Object.keys(operation.responses)
    expect([endpoint.name, statuses]).toEqual([endpoint.name, expect.arrayContaining(['401', '429', '503'])])
    expect([endpoint.name, statuses.includes('409')]).toEqual([endpoint.name, endpoint.method !== 'GET'])
  }
  for (const heading of ['Token', 'Answers', 'Lists', 'Channel', 'Errors', 'Limits'])
    expect(document.info.description).toContain(`## ${heading}\n`)
  expect(document.info.description).toMatch(/1,200 calls in 60 seconds/)
})
