import { type Facet, facets, type statisticsGroups } from '@longreach/contract/devices/constants'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inContext, type Scope, systemScope } from '../../db/scope.ts'
import { attentionFacets, countAttention, readOfferedAgent } from './attention.ts'
import type { Selection } from './list.ts'

export type Group = (typeof statisticsGroups)[number]

const ofCompany = (ids: readonly number[] | undefined): RawBuilder<boolean> =>
  ids === undefined ? sql<boolean>`true` : sql<boolean>`d.company_id = ANY (${[...ids]}::bigint[])`

/** Facets that statistics show or are computed from. */
type Counted = Facet | 'attention'

const isFacet = (group: Group): group is Facet => (facets as readonly string[]).includes(group)

async function countFacets(db: Db, scope: Scope, groups: readonly Counted[], companies: readonly number[] | undefined) {
  const company = ofCompany(companies)
  const whole = scope.column === null && !scope.context && companies === undefined
  const kept = whole
    ? sql`SELECT facet, value, count FROM device_totals WHERE facet = ANY (${[...groups]}::text[])`
    : sql`SELECT facet, value, count FROM device_counts d
        WHERE facet = ANY (${[...groups]}::text[]) AND ${inContext(scope, 'd')} AND ${company}`
  const { rows } = await sql<{ facet: Counted; value: string; count: number }>`
    SELECT facet, value, sum(count)::bigint AS count FROM (
      ${kept}
      UNION ALL
      SELECT facet, value, change FROM device_count_changes d
      WHERE facet = ANY (${[...groups]}::text[]) AND ${inContext(scope, 'd')} AND ${company}
    ) counted GROUP BY facet, value HAVING sum(count) > 0 ORDER BY 3 DESC, 2`.execute(db)
  return rows
}

async function countAges(
  db: Db,
  scope: Scope,
  companies: readonly number[] | undefined,
): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    SELECT count(*) FILTER (WHERE s.updated_at IS NULL) AS never_been_updated,
      count(*) FILTER (WHERE s.updated_at > now() - interval '5 minutes') AS less_than_5_minutes_ago,
      count(*) FILTER (WHERE s.updated_at <= now() - interval '5 minutes') AS more_than_5_minutes_ago,
      count(*) FILTER (WHERE s.updated_at <= now() - interval '1 hour') AS more_than_1_hour_ago,
      count(*) FILTER (WHERE s.updated_at <= now() - interval '1 week') AS more_than_1_week_ago
    FROM devices d LEFT JOIN device_state s ON s.device_id = d.id
    WHERE d.deleted_at IS NULL AND ${inContext(scope, 'd')} AND ${ofCompany(companies)}`.execute(db)
  return rows[0] ?? {}
}

/** Number of devices by group and value. Unknown values count under `is_null`, which is also the filter value. */
export async function countDevices(
  db: Db,
  scope: Scope,
  groups: readonly Group[],
  companies: readonly number[] | undefined,
): Promise<Record<string, Record<string, number>>> {
  const attention = groups.includes('attention')
  const counted = [...new Set<Counted>([...groups.filter(isFacet), ...(attention ? attentionFacets : [])])]
  // Devices supply these values: one may equal the name of an object property.
  const all: Record<string, Record<string, number>> = Object.fromEntries(
    counted.map((group) => [group, Object.create(null)]),
  )
  for (const row of await countFacets(db, scope, counted, companies)) {
    all[row.facet]![row.value === '' ? 'is_null' : row.value] = row.count
  }
  if (attention) all.attention = countAttention(all, await readOfferedAgent(db))
  if (groups.includes('information_updated')) all.information_updated = await countAges(db, scope, companies)
  return Object.fromEntries(groups.map((group) => [group, all[group] ?? {}]))
}

/** Size of a list according to the maintained counts; undefined if the selection is finer than the counts. */
export async function keptTotal(db: Db, scope: Scope, selection: Selection): Promise<number | undefined> {
  const { company_id, ...filters } = selection
  const keys = Object.keys(filters)
  if (keys.length > 1) return undefined
  const facet = (keys[0] ?? 'status') as Group
  // A device can need attention for several reasons.
  const once = facet === 'attention' && filters.attention?.length === 1
  if (!isFacet(facet) && !once) return undefined
  const counts = (await countDevices(db, scope, [facet], company_id))[facet] ?? {}
  if (keys.length === 0) return Object.values(counts).reduce((sum, count) => sum + count, 0)
  const values = [filters[facet] as string | readonly string[]].flat()
  if (values.includes('not_null')) return undefined
  return [...new Set(values)].reduce((sum, value) => sum + (counts[value] ?? 0), 0)
}

/** Folds appended changes into the counts; changes that arrive meanwhile stay for the next run. */
export async function foldCounts(db: Db): Promise<void> {
  await sql`
    WITH taken AS (
      DELETE FROM device_count_changes d
      WHERE id IN (SELECT id FROM device_count_changes FOR UPDATE SKIP LOCKED) AND ${systemScope('background job')}
      RETURNING company_id, l1_id, l2_id, facet, value, change
    ), summed AS (
      SELECT company_id, l1_id, l2_id, facet, value, sum(change) AS change FROM taken GROUP BY 1, 2, 3, 4, 5
    )
    , totals AS (
      INSERT INTO device_totals AS t (facet, value, count)
      SELECT facet, value, sum(change) FROM summed GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (facet, value) DO UPDATE SET count = t.count + excluded.count
    )
    INSERT INTO device_counts AS c (company_id, l1_id, l2_id, facet, value, count)
    SELECT company_id, l1_id, l2_id, facet, value, change FROM summed ORDER BY company_id, facet, value
    ON CONFLICT (company_id, facet, value) DO UPDATE SET count = c.count + excluded.count`.execute(db)
}
