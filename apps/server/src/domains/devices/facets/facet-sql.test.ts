import { facets } from '@longreach/contract/devices/constants'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/clone.ts'
import { countedFacets, facetMigration, sortIndexes } from './facet-sql.ts'
import { deviceFacets, type FacetDeclaration, type FacetTable } from './facets.ts'

const { db, drop } = await cloneDatabase()
afterAll(() => drop())

const oneLine = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim()

async function columns(): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    SELECT attname AS name, format_type(atttypid, NULL) || ' ' || coalesce(attcollation::regcollation::text, '') AS type
    FROM pg_attribute WHERE attrelid = 'devices'::regclass AND attnum > 0 AND NOT attisdropped`.execute(db)
  return new Map(rows.map(({ name, type }) => [name, type.replace(' -', '')]))
}

async function indexes(): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'devices'`.execute(db)
  return new Map(rows.map(({ name, definition }) => [name, definition]))
}

test.each(Object.entries<FacetDeclaration>(deviceFacets))(
  'the database has the columns and indexes of the facet %s',
  async (name, facet) => {
    const there = await columns()
    expect(there.get(facet.column)).toBe(facet.type === 'text' ? 'text "C"' : facet.type)
    if (facet.indexed) expect(there.has(facet.indexed)).toBe(true)
    const indexed = await indexes()
    for (const [index, on] of Object.entries(sortIndexes(name, facet)))
      expect(indexed.get(index), index).toContain(`USING btree ${on} WHERE (deleted_at IS NULL)`)
  },
)

test('the triggers count the facets of the contract, in the words of their filters', async () => {
  const counted = Object.entries(deviceFacets).flatMap(([name, facet]) => (facet.counted ? [name] : []))
  expect(counted).toEqual([...facets, 'attention'])
  const { rows } = await sql<{ body: string }>`
    SELECT prosrc AS body FROM pg_proc WHERE proname = 'device_facets'`.execute(db)
  expect(oneLine(rows[0]?.body)).toBe(oneLine(countedFacets()))
})

test('the migration of a new facet counts the devices there are and those to come', async () => {
  const paint = { column: 'paint', type: 'text', filter: 'any', counted: true, indexed: 'paint_key' } as const
  const table: FacetTable = { ...deviceFacets, paint }
  await sql`
    INSERT INTO companies (id, name, level) OVERRIDING SYSTEM VALUE VALUES (77, 'Harbour', 1)`.execute(db)
  const add = (serial: string) =>
    sql`
    INSERT INTO devices (company_id, name, serial) VALUES (77, ${serial}, ${serial})`.execute(db)
  await add('1')
  await sql.raw(facetMigration('paint', table)).execute(db)
  await add('2')
  await sql`UPDATE devices d SET paint = 'red' WHERE serial = '1'`.execute(db)
  const { rows } = await sql<{ value: string; count: number }>`
    SELECT value, sum(change)::bigint AS count FROM device_count_changes d
    WHERE facet = 'paint' GROUP BY 1 HAVING sum(change) <> 0 ORDER BY 1`.execute(db)
  expect(rows).toEqual([
    { value: '', count: 1 },
    { value: 'red', count: 1 },
  ])
  expect((await indexes()).get('devices_paint_l1')).toContain('(l1_id, paint_key, id)')
  expect(() => facetMigration('colour', table)).toThrow('facets.ts has no facet colour')
})

test('a closed facet starts with its default, one of words sorts devices without a value last', () => {
  const lines = facetMigration('signal').split('\n')
  expect(lines[0]).toBe(`ALTER TABLE devices ADD COLUMN signal_band text COLLATE "C" NOT NULL DEFAULT 'no_signal';`)
  expect(facetMigration('status')).toContain(
    'ADD COLUMN status_key smallint GENERATED ALWAYS AS (coalesce(status, 3)) STORED;',
  )
})
