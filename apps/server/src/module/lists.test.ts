import { listCompanyTree } from '@longreach/contract/companies/endpoints'
import { listConfigLogsOfAction } from '@longreach/contract/configs/log-endpoints'
import { getDeviceLogs } from '@longreach/contract/devices/endpoints'
import { endpoints } from '@longreach/contract/index'
import { sortsOf } from '@longreach/contract/list-sorts'
import { listTags } from '@longreach/contract/tags/endpoints'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { type AnyList, defineList } from '../db/list.ts'
import { scopeOfUser } from '../db/scope.ts'
import { modules } from '../modules.ts'
import { cloneDatabase } from '../test/clone.ts'

const database = await cloneDatabase()
afterAll(() => database.drop())

const scope = scopeOfUser({ companyId: 1, level: 1, permissions: new Set(['hierarchy_access']) })
/** Everything that limits any of the lists. */
const within = { ...scope, scope, permissions: new Set(), userId: 1, deviceId: 1, actionId: 1, accessId: 1 }
const lists = modules.flatMap((module) => module.lists ?? [])

/** Lists without their own declaration. */
const exceptions = [
  listCompanyTree, // a tree: rows come with their ancestors
  getDeviceLogs, // the list of all device logs, within one device
  listConfigLogsOfAction, // the configuration log of a device, within one action
]

test('every list of the contract is declared once', () => {
  const listed = endpoints.filter(({ query, csv }) => query && 'sort' in shapeOf(query) && !csv)
  const declared = [...lists.map(({ declaration }) => declaration.endpoint), ...exceptions]
  expect(listed.length).toBeGreaterThan(20)
  expect(declared.map(({ name }) => name).sort()).toEqual(listed.map(({ name }) => name).sort())
})

const shapeOf = (query: unknown) => (query as { shape?: Record<string, z.ZodMiniType> }).shape ?? {}
const words =
  'online known is_null default webui queued pending connection command http info excellent home 5g mobile monitored change 100 stable power finished hide any config yes draft untouched drifted template found done processing schedule user over'
/** Values that filters accept: ids, flags, durations and times, then words. */
const samples = ['1', 'true', '7d', '2026-11-23 00:00:00', 'never_been_updated', '0,0,1,1', ...words.split(' ')]

function sampleOf(name: string, schema: z.ZodMiniType): unknown {
  const accepted = samples.map((sample) => schema.safeParse(sample)).find(({ success }) => success)
  if (!accepted) throw new Error(`No sample for the filter ${name}`)
  return accepted.data
}

/**
 * Reads the list with each of its sorts, filters and search fields. Rejects for the first one that the database
 * refuses.
 */
async function readAll(list: AnyList): Promise<void> {
  const { endpoint, sorts, filters, search } = list.declaration
  const read = async (what: string, query: object) => {
    const asked = [database.db, within as never, query as never] as const
    await list.page(database.db, within as never, { ...query, limit: 1, offset: 0 }).catch((error: Error) => {
      throw new Error(`List ${endpoint.name}, ${what}: ${error.message}`)
    })
    await list.ids(...asked, 1)
  }
  const shape = shapeOf(endpoint.query)
  await read('columns', {})
  for (const sort of Object.keys(sorts)) await read(`sort ${sort}`, { sort })
  for (const name of Object.keys(filters)) {
    const value = sampleOf(name, shape[name] as z.ZodMiniType)
    await read(`filter ${name}`, { [name]: value })
    if (`ne:${name}` in shape) await read(`filter ne:${name}`, { [`ne:${name}`]: value })
  }
  if (search) await read('search', { q: 'x' })
  for (const field of Object.keys(search ?? {})) await read(`search ${field}`, { q: 'x', 'search-fields': [field] })
  expect(Object.keys(sorts).sort()).toEqual([...sortsOf(endpoint)].sort())
}

test.each(lists.map((list) => [list.declaration.endpoint.name, list] as const))(
  'the database has every column of the list %s',
  (_name, list) => readAll(list),
)

const declared = {
  endpoint: listTags,
  from: () => sql`tags t JOIN companies c ON c.id = t.company_id`,
  reach: () => sql<boolean>`true`,
  columns: () => sql<{ id: number }>`t.id`,
  id: 't.id',
  sorts: { id: 't.id', name: 't.name_key', company_name: 'c.name_key', device_count: 't.id', created_at: 't.id' },
  defaultSort: 'name',
  filters: {
    company_id: 't.company_id',
    for_company: 't.company_id',
    device_count_min: 't.id',
    device_count_max: 't.id',
    start_date: 't.created_at',
    end_date: 't.created_at',
  },
} as const

test('a column that the database does not have is found by the name of its filter', async () => {
  const wrong = defineList({ ...declared, filters: { ...declared.filters, company_id: 't.company' } })
  await expect(readAll(wrong)).rejects.toThrow('List tags.list, filter company_id: column t.company does not exist')
})

test('a list with another sort or filter than its endpoint does not compile', () => {
  const { name, ...fewer } = declared.sorts
  const { company_id, ...less } = declared.filters
  // @ts-expect-error: no column for the sort `name`
  defineList({ ...declared, sorts: fewer })
  // @ts-expect-error: the endpoint has no sort `size`
  defineList({ ...declared, sorts: { ...fewer, name, size: 't.id' } })
  // @ts-expect-error: the endpoint cannot be sorted by `color`
  defineList({ ...declared, defaultSort: 'color' })
  // @ts-expect-error: no column for the filter `company_id`
  defineList({ ...declared, filters: less })
  // @ts-expect-error: the endpoint has no filter `shape`
  defineList({ ...declared, filters: { ...less, company_id, shape: 't.id' } })
  // @ts-expect-error: the endpoint has no search field `shape`
  defineList({ ...declared, search: { shape: sql`t.id` } })
  const list = defineList(declared)
  // @ts-expect-error: the endpoint has no filter `shape`
  list.where(scope, { shape: 1 })
  expect(list.declaration.id).toBe('t.id')
})
