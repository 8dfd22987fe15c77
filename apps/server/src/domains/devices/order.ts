import type { deviceSorts } from '@longreach/contract/devices/constants'
import { type RawBuilder, sql } from 'kysely'
import { deviceFacets } from './facets/facets.ts'

export type SortName = (typeof deviceSorts)[number]

export type KeyType = 'bigint' | 'text' | 'smallint' | 'timestamptz'

/** Column and type of each sort; created_at is sorted by id. */
const sortKeys: Record<SortName, readonly [string, KeyType]> = {
  id: ['id', 'bigint'],
  created_at: ['id', 'bigint'],
  name: ['name_key', 'text'],
  serial: ['serial', 'text'],
  mac: ['mac_key', 'text'],
  model: [deviceFacets.model.indexed, 'text'],
  firmware: [deviceFacets.firmware.indexed, 'text'],
  status: [deviceFacets.status.indexed, 'smallint'],
  signal: [deviceFacets.signal.indexed, 'smallint'],
  last_connection_at: ['connected_key', 'timestamptz'],
}

/** The column of each sort, over `devices d`. */
export const sortColumns = Object.fromEntries(
  Object.entries(sortKeys).map(([sort, [column]]) => [sort, `d.${column}`]),
) as Record<SortName, string>

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
  const [column, type] = sortKeys[sort.replace('-', '') as SortName]
  return {
    key: sql.ref(`d.${column}`),
    keyType: type,
    type: sql.raw(type),
    direction: sql.raw(down ? 'DESC' : 'ASC'),
    from: sql.raw(down ? '<=' : '>='),
    after: sql.raw(down ? '<' : '>'),
    name: sort,
  }
}
