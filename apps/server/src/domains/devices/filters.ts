import type { deviceFilters } from '@longreach/contract/devices/endpoints'
import { normaliseMac } from '@longreach/contract/link/identity'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { inScope, type Scope } from '../../db/scope.ts'
import { containing, inColumns } from '../../db/search.ts'

type FilterName = keyof typeof deviceFilters
type FilterValues = { [K in FilterName]?: z.output<(typeof deviceFilters)[K]> }

/** The filters of a list, its export and its counts. */
export type Selection = FilterValues & { [K in FilterName as `ne:${K}`]?: FilterValues[K] } & {
  id?: number[] | undefined
  company_id?: number | undefined
  tag_id?: number[] | undefined
  'ne:tag_id'?: number[] | undefined
  q?: string | undefined
  'search-fields'?: string[] | undefined
}

const statusKeys = { offline: 0, online: 1, pending: 2, not_activated: 3 } as const

const ages: Record<string, RawBuilder<boolean>> = {
  never_been_updated: sql`(s.updated_at IS NULL)`,
  less_than_5_minutes_ago: sql`(s.updated_at > now() - interval '5 minutes')`,
  more_than_5_minutes_ago: sql`(s.updated_at <= now() - interval '5 minutes')`,
  more_than_1_hour_ago: sql`(s.updated_at <= now() - interval '1 hour')`,
  more_than_1_week_ago: sql`(s.updated_at <= now() - interval '1 week')`,
}

const column = (name: string) => sql.ref(`d.${name}`)

function closedWithUnknown(name: string, value: string): RawBuilder<boolean> {
  return value === 'unknown' ? sql`${column(name)} IS NULL` : sql`${column(name)} = ${value}`
}

function free(name: string, value: string): RawBuilder<boolean> {
  if (value === 'is_null') return sql`${column(name)} IS NULL`
  if (value === 'not_null') return sql`${column(name)} IS NOT NULL`
  return sql`${column(name)} = ${value}`
}

/** On the column the list sorts by, so that one index serves both. */
function keyed(name: 'model' | 'firmware', value: string): RawBuilder<boolean> {
  if (value === 'is_null') return sql`${column(`${name}_key`)} = ''`
  if (value === 'not_null') return sql`${column(`${name}_key`)} <> ''`
  return sql`${column(`${name}_key`)} = ${value}`
}

function condition(name: FilterName, value: string): RawBuilder<boolean> {
  switch (name) {
    case 'status':
      return sql`d.status_key = ${statusKeys[value as keyof typeof statusKeys]}`
    case 'signal':
      return sql`d.signal_band = ${value}`
    case 'signal_2':
      return sql`d.signal_band_2 = ${value}`
    case 'network_state':
    case 'network_state_2':
    case 'connection_type':
    case 'connection_type_2':
    case 'wan_state':
      return closedWithUnknown(name, value)
    case 'monitoring_status':
      return sql`d.monitoring_enabled = ${value === 'monitored'}`
    case 'information_updated':
      return sql`EXISTS (SELECT FROM devices x LEFT JOIN device_state s ON s.device_id = x.id WHERE x.id = d.id AND ${ages[value]!})`
    case 'model':
    case 'firmware':
      return keyed(name, value)
    case 'mac':
      return free(name, normaliseMac(value) ?? value)
    default:
      return free(name, value)
  }
}

/** Any of the tags; one that the caller does not see matches nothing. */
const tagged = (scope: Scope, ids: readonly number[]) => sql`EXISTS (
  SELECT FROM device_tags x JOIN tags t ON t.id = x.tag_id
  WHERE x.device_id = d.id AND x.tag_id = ANY (${[...ids]}::bigint[]) AND ${inScope(scope, 't')})`

const plain = new Set(['id', 'company_id', 'tag_id', 'ne:tag_id', 'q', 'search-fields'])

/** The parts of `d.search`, whose index finds the rows in either case. */
const searched = {
  name: sql`d.name_key`,
  serial: sql`lower(d.serial)`,
  mac: sql`lower(d.mac || ' ' || replace(d.mac, ':', ''))`,
  imei: sql`d.imei`,
}

/** The conditions over `devices d`, scope first. */
export function deviceConditions(scope: Scope, selection: Selection): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = [sql`d.deleted_at IS NULL`, inScope(scope, 'd')]
  if (selection.id) conditions.push(sql`d.id = ANY (${selection.id}::bigint[])`)
  if (selection.company_id !== undefined) conditions.push(sql`d.company_id = ${selection.company_id}`)
  if (selection.tag_id) conditions.push(sql<boolean>`${tagged(scope, selection.tag_id)}`)
  if (selection['ne:tag_id']) conditions.push(sql<boolean>`NOT ${tagged(scope, selection['ne:tag_id'])}`)
  if (selection.q) {
    conditions.push(sql`d.search LIKE ${containing(selection.q)}`)
    const { q, 'search-fields': fields } = selection
    if (fields?.length) conditions.push(inColumns(q, fields, searched))
  }
  for (const [key, value] of Object.entries(selection)) {
    if (value === undefined || plain.has(key)) continue
    const negated = key.startsWith('ne:')
    const positive = condition(key.replace('ne:', '') as FilterName, String(value))
    conditions.push(negated ? sql`(${positive}) IS NOT TRUE` : positive)
  }
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`
}

/** The selection without the rest of a list query: paging, sorting and fields. */
export function selectionOf(query: Record<string, unknown>): Selection {
  const { limit, offset, cursor, sort, fields, fields_only, ...selection } = query
  return Object.fromEntries(
    Object.entries(selection).filter(([, value]) => value !== undefined && value !== ''),
  ) as Selection
}
