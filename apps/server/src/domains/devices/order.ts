import type { deviceSorts } from '@longreach/contract/devices/constants'
import { type RawBuilder, sql } from 'kysely'
import { urgency } from './attention.ts'
import { deviceFacets } from './facets/facets.ts'

export type SortName = (typeof deviceSorts)[number]

export type KeyType = 'bigint' | 'text' | 'smallint' | 'timestamptz'

/** Expression over `devices d` and type of each sort; created_at is sorted by id. */
const sortKeys: Record<SortName, readonly [string, KeyType]> = {
  id: ['d.id', 'bigint'],
  created_at: ['d.id', 'bigint'],
  name: ['d.name_key', 'text'],
  attention: [urgency, 'smallint'],
  serial: ['d.serial', 'text'],
  mac: ['d.mac_key', 'text'],
  model: [`d.${deviceFacets.model.indexed}`, 'text'],
  firmware: [`d.${deviceFacets.firmware.indexed}`, 'text'],
  status: [`d.${deviceFacets.status.indexed}`, 'smallint'],
  signal: [`d.${deviceFacets.signal.indexed}`, 'smallint'],
  last_connection_at: ['d.connected_key', 'timestamptz'],
}

export const sortColumns = Object.fromEntries(
  Object.entries(sortKeys).map(([sort, [key]]) => [sort, sql.raw(key)]),
) as Record<SortName, RawBuilder<unknown>>

export interface Order {
  key: RawBuilder<unknown>
  keyType: KeyType
  type: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  /** `>=` ascending, `<=` descending: rows at or after a position. */
  from: RawBuilder<unknown>
  after: RawBuilder<unknown>
  /** Name of the order in a cursor and in the anchor cache. */
  name: string
}

/** SQL parts for reading a list in that order, from the first row or any other. */
export function orderOf(sort: SortName | `-${SortName}`): Order {
  const down = sort.startsWith('-')
  const [key, type] = sortKeys[sort.replace('-', '') as SortName]
  return {
    key: sql.raw(key),
    keyType: type,
    type: sql.raw(type),
    direction: sql.raw(down ? 'DESC' : 'ASC'),
    from: sql.raw(down ? '<=' : '>='),
    after: sql.raw(down ? '<' : '>'),
    name: sort,
  }
}
