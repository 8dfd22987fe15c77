import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { withoutSchemas } from './asked.ts'

const leave = (code: string) => withoutSchemas(code, parseAst(code))

test('an endpoint keeps its name and, for a list, its sorts; its schemas and its summary are removed', () => {
  const code = `
    export const list = endpoint({ name: 'a.list', path: '/a', query: listQuery(['id', 'name'], { id: z.int() }), response: z.array(row), meta })
    export const change = endpoint({ name: 'a.change', summary: 'Change it', params: one, body: z.object({ deep: endpointLike({ body: z.int() }) }), csv: { file: 'a', columns: ['query'] } })`
  const left = leave(code)
  expect(left).toContain("{ name: 'a.list', path: '/a', sorts: ['id', 'name'], response: undefined, meta: undefined }")
  expect(left).toContain(
    "{ name: 'a.change', summary: '', params: undefined, body: undefined, csv: { file: 'a', columns: ['query'] } }",
  )
})

test('the sorts of a named query are read where it is declared; a query of another file stays', () => {
  const declare = 'export const list = endpoint({ path: p, query, response: row })'
  expect(leave(`const query = listQuery(sorts, filters)\n${declare}`)).toContain(
    'endpoint({ path: p, sorts: sorts, response: undefined })',
  )
  expect(leave(`import { query } from './queries.ts'\n${declare}`)).toContain(
    'endpoint({ path: p, query, response: undefined })',
  )
})

test('a file without endpoints stays as it is', () => {
  expect(leave('export const row = z.object({ body: z.string() })')).toBeNull()
})
