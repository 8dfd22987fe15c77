import { type RawBuilder, sql } from 'kysely'
import { deviceFacets, type FacetDeclaration, type FacetTable } from './facets.ts'

const reported = Object.values<FacetDeclaration>(deviceFacets).filter(({ source }) => source)

/** Column lists of the reported facets, for statements over `devices d` and a record `r`. */
export const reportedColumns = {
  names: sql.raw(reported.map(({ column }) => `d.${column}`).join(', ')),
  assignments: sql.raw(reported.map(({ column }) => `${column} = r.${column}`).join(', ')),
  record: sql.raw(`r(id bigint, ${reported.map(({ column, type }) => `${column} ${type}`).join(', ')})`),
}

/** Condition over `devices d` for one value of the facet's filter. */
export function facetCondition(
  { column, type, filter, indexed }: FacetDeclaration,
  value: string,
): RawBuilder<boolean> {
  // The column that the list sorts by, so that one index serves both.
  const key = indexed && filter !== 'closed' ? sql.ref(`d.${indexed}`) : undefined
  const stored = sql.ref(`d.${column}`)
  if (Array.isArray(filter)) {
    const at = filter.indexOf(value)
    return sql`${key ?? stored} = ${type === 'boolean' ? at === 1 : at}`
  }
  if (filter === 'any' && value === 'is_null') return key ? sql`${key} = ''` : sql`${stored} IS NULL`
  if (filter === 'any' && value === 'not_null') return key ? sql`${key} <> ''` : sql`${stored} IS NOT NULL`
  if (filter === 'unknown' && value === 'unknown') return sql`${stored} IS NULL`
  return sql`${key ?? stored} = ${value}`
}

/** SQL for the value under which a device is counted. */
function countedValue({ column, type, filter, countedAs }: FacetDeclaration): string {
  if (countedAs) return countedAs
  if (filter === 'unknown') return `coalesce(d.${column}, 'unknown')`
  if (!Array.isArray(filter)) return `d.${column}`
  if (type === 'boolean') return `CASE WHEN d.${column} THEN '${filter[1]}' ELSE '${filter[0]}' END`
  const cases = filter.slice(0, -1).map((word, at) => `WHEN ${at} THEN '${word}'`)
  return `CASE d.${column} ${cases.join(' ')} ELSE '${filter.at(-1)}' END`
}

/** Body of the trigger function that counts `devices`. */
export function countedFacets(facets: FacetTable = deviceFacets): string {
  const values = Object.entries(facets)
    .filter(([, { counted }]) => counted)
    .map(([name, facet]) => `    ('${name}', ${countedValue(facet)})`)
  return `  VALUES\n${values.join(',\n')}`
}

const scopes = { company: 'company_id, ', l1: 'l1_id, ', l2: 'l2_id, ', all: '' }

/** The indexes for sorting by a facet, by name. */
export function sortIndexes(name: string, { indexed }: FacetDeclaration): Record<string, string> {
  if (!indexed) return {}
  return Object.fromEntries(
    Object.entries(scopes).map(([scope, columns]) => [`devices_${name}_${scope}`, `(${columns}${indexed}, id)`]),
  )
}

/** The migration that adds a facet of the table to an existing database. */
export function facetMigration(name: string, facets: FacetTable = deviceFacets): string {
  const facet = facets[name]
  if (!facet) throw new Error(`facets.ts has no facet ${name}`)
  const { column, type, filter, counted, indexed } = facet
  const collated = type === 'text' ? `${type} COLLATE "C"` : type
  const preset = facet.default === undefined ? '' : ` NOT NULL DEFAULT '${facet.default}'`
  const statements = [`ALTER TABLE devices ADD COLUMN ${column} ${collated}${preset};`]
  if (indexed && indexed !== column) {
    const last = Array.isArray(filter) ? filter.length - 1 : `''`
    statements.push(
      `ALTER TABLE devices ADD COLUMN ${indexed} ${collated} GENERATED ALWAYS AS (coalesce(${column}, ${last})) STORED;`,
    )
  }
  for (const [index, columns] of Object.entries(sortIndexes(name, facet)))
    statements.push(`CREATE INDEX ${index} ON devices ${columns} WHERE deleted_at IS NULL;`)
  if (counted) {
    statements.push(
      `CREATE OR REPLACE FUNCTION device_facets(d devices) RETURNS TABLE (facet text, value text) LANGUAGE sql IMMUTABLE AS $$`,
      countedFacets(facets),
      '$$;',
      '-- Devices that the triggers have not counted by it.',
      'INSERT INTO device_count_changes (company_id, l1_id, l2_id, facet, value, change)',
      `SELECT d.company_id, d.l1_id, d.l2_id, '${name}', coalesce(${countedValue(facet)}, ''), count(*)`,
      'FROM devices d WHERE d.deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;',
    )
  }
  return statements.join('\n')
}
