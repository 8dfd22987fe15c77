import type { Facet } from '@longreach/contract/devices/constants'
import { listDevices } from '@longreach/contract/devices/endpoints'
import type { companyContext } from '@longreach/contract/filter'
import { normaliseMac } from '@longreach/contract/link/identity'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../../db/filters.ts'
import { defineList, type ListQuery } from '../../db/list.ts'
import { inContext, inScope, type Scope } from '../../db/scope.ts'
import { inColumns, macText, matches, patternsOf } from '../../db/search.ts'
import { needsAttention } from './attention.ts'
import { facetCondition } from './facets/facet-sql.ts'
import { deviceFacets, type FacetDeclaration } from './facets/facets.ts'
import { sortColumns } from './order.ts'
import { isPlaced, isWithin, positionJoin } from './places/position.ts'
import { type DeviceRow, deviceColumns } from './record.ts'

type FacetFilters = Record<Facet, (value: string | readonly string[]) => RawBuilder<boolean>>

/** Condition for any of several values. */
const anyOf = (facet: FacetDeclaration, value: string | readonly string[]) =>
  sql<boolean>`(${sql.join(
    [value].flat().map((one) => facetCondition(facet, one)),
    sql` OR `,
  )})`

const facetFilters = Object.fromEntries(
  Object.entries(deviceFacets).flatMap(([name, facet]) =>
    'filter' in facet ? [[name, (value: string | readonly string[]) => anyOf(facet, value)]] : [],
  ),
) as FacetFilters

const ages = {
  never_been_updated: sql`s.updated_at IS NULL`,
  less_than_5_minutes_ago: sql`s.updated_at > now() - interval '5 minutes'`,
  more_than_5_minutes_ago: sql`s.updated_at <= now() - interval '5 minutes'`,
  more_than_1_hour_ago: sql`s.updated_at <= now() - interval '1 hour'`,
  more_than_1_week_ago: sql`s.updated_at <= now() - interval '1 week'`,
} as const

/** Condition for any of the tags; a tag that the caller does not see is on no device. */
const tagged = (ids: readonly number[], scope: Scope) => withTag(sql`t.id = ANY (${[...ids]}::bigint[])`, scope)

const withTag = (tag: RawBuilder<unknown>, scope: Scope) => sql<boolean>`EXISTS (
  SELECT FROM device_tags x JOIN tags t ON t.id = x.tag_id WHERE x.device_id = d.id AND ${tag} AND ${inScope(scope, 't')})`

function macIs(value: string): RawBuilder<boolean> {
  if (value === 'is_null') return sql`d.mac IS NULL`
  if (value === 'not_null') return sql`d.mac IS NOT NULL`
  return sql`d.mac = ${normaliseMac(value) ?? value}`
}

/** The expressions in `d.search`, whose index finds rows regardless of case. */
const searched = {
  name: sql`d.name_key`,
  serial: sql`lower(d.serial)`,
  mac: macText('d.mac'),
  imei: sql`d.imei`,
}

/** `findDevices` reads its pages, since it can seek within a long list. */
export const deviceList = defineList({
  endpoint: listDevices,
  from: () => sql`devices d`,
  reach: (scope) => sql`d.deleted_at IS NULL AND ${inContext(scope, 'd')}`,
  columns: () => sql<DeviceRow & { sort_key: string }>`${deviceColumns}, page.sort_key::text AS sort_key`,
  join: () => sql`
    JOIN devices d ON d.id = page.id JOIN companies c ON c.id = d.company_id
    LEFT JOIN device_state s ON s.device_id = d.id ${positionJoin}`,
  id: 'd.id',
  sorts: sortColumns,
  defaultSort: 'name',
  filters: {
    ...facetFilters,
    place: (word) => (word === 'known' ? isPlaced : sql`NOT ${isPlaced}`),
    bounds: isWithin,
    company_id: 'd.company_id',
    mac: macIs,
    serial: (serials) => sql`d.serial = ANY (${[...serials]}::text[])`,
    imei: (imeis) => sql`d.imei = ANY (${[...imeis]}::text[])`,
    name: (name) => sql`d.name_key = lower(${name})`,
    tags: (names, scope) =>
      withTag(sql`lower(t.name) = ANY (${names.map((name) => name.toLowerCase())}::text[])`, scope),
    // The index on the status finds the few devices that are offline.
    offline_reason: (reasons) => sql`d.status_key = 0 AND d.offline_reason = ANY (${[...reasons]}::text[])`,
    offline_for: (seconds) => sql`d.status_key = 0 AND d.status_since < now() - make_interval(secs => ${seconds})`,
    attention: needsAttention,
    // A device that has never connected has no agent, not another one.
    'ne:agent': (version) =>
      version === 'not_null'
        ? sql`d.agent_version IS NULL`
        : sql`d.agent_version IS NOT NULL AND NOT ${facetCondition(deviceFacets.agent, version)}`,
    tag_id: tagged,
    'ne:tag_id': (ids, scope) => sql`NOT ${tagged(ids, scope)}`,
    information_updated: (age) => sql`EXISTS (
      SELECT FROM devices x LEFT JOIN device_state s ON s.device_id = x.id WHERE x.id = d.id AND ${ages[age]})`,
  },
  search: (q, fields) =>
    every([matches(sql`d.search`, patternsOf(q)), ...(fields.length > 0 ? [inColumns(q, fields, searched)] : [])]),
  countCap: 10_000,
})

type DeviceQuery = ListQuery<typeof listDevices>
type Paging = 'limit' | 'offset' | 'cursor' | 'sort' | 'fields' | 'fields_only'
/** Filters that the scope already covers. */
type Context = keyof typeof companyContext

/** The filters and search shared by a list, its export and its counts. */
export type Selection = Omit<DeviceQuery, Paging | Context>

export function selectionOf(query: DeviceQuery): Selection {
  const { limit, offset, cursor, sort, fields, fields_only, within, only, ...selection } = query
  return Object.fromEntries(
    Object.entries(selection).filter(([, value]) => value !== undefined && value !== ''),
  ) as Selection
}
