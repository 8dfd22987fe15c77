import { listTags } from '@longreach/contract/tags/endpoints'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { checkColumns, defineList, type ListDeclaration } from '../db/list.ts'
import { scopeOfUser } from '../db/scope.ts'
import { modules } from '../modules.ts'
import { cloneDatabase } from '../test/clone.ts'

const database = await cloneDatabase()
afterAll(() => database.drop())

const scope = scopeOfUser({ companyId: 1, level: 1, permissions: new Set(['hierarchy_access']) })
const lists = modules.flatMap((module) => module.lists ?? [])

test.each(lists.map((list) => [list.declaration.endpoint.name, list] as const))(
  'the database has every column of the list %s',
  (_name, list) => checkColumns(database.db, list, scope),
)

const declared: ListDeclaration = {
  endpoint: listTags,
  from: () => sql`tags t JOIN companies c ON c.id = t.company_id`,
  reach: () => sql<boolean>`true`,
  columns: () => sql`t.id`,
  id: 't.id',
  sorts: { id: 't.id', name: 't.name_key', company_name: 'c.name_key', device_count: 't.id', created_at: 't.id' },
  defaultSort: 'name',
}

test('a list that names a column, a sort or a filter that is not there fails by name', async () => {
  const { name, ...fewer } = declared.sorts
  expect(() => defineList({ ...declared, sorts: fewer })).toThrow('List tags.list: no column for sort name')
  expect(() => defineList({ ...declared, sorts: { ...declared.sorts, size: 't.id' } })).toThrow(
    'List tags.list: its endpoint has no sort size',
  )
  expect(() => defineList({ ...declared, filters: { shape: 't.id' } })).toThrow(
    'List tags.list: its endpoint has no filter shape',
  )
  const wrong = defineList({ ...declared, filters: { company_id: 't.company' } })
  await expect(checkColumns(database.db, wrong, scope)).rejects.toThrow(
    'List tags.list, filter company_id: column t.company does not exist',
  )
})
