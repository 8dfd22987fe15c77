import type { deviceSorts } from '@longreach/contract/devices/constants'
import { type RawBuilder, sql } from 'kysely'

export type SortName = (typeof deviceSorts)[number]

export type KeyType = 'bigint' | 'text' | 'smallint' | 'timestamptz'

/** Column and type of each sort; created_at is sorted by id. */
const sortKeys: Record<SortName, readonly [string, KeyType]> = {
  id: ['id', 'bigint'],
  created_at: ['id', 'bigint'],
  name: ['name_key', 'text'],
  serial: ['serial', 'text'],
  mac: ['mac_key', 'text'],
  model: ['model_key', 'text'],
  firmware: ['firmware_key', 'text'],
  status: ['status_key', 'smallint'],
  signal: ['signal_key', 'smallint'],
  last_connection_at: ['connected_key', 'timestamptz'],
}

export interface Order {
  key: RawBuilder<unknown>
  keyType: KeyType
  /** The type in SQL. */
  type: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  /** Rows at or after a position: `>=` ascending, `<=` descending. */
  from: RawBuilder<unknown>
  after: RawBuilder<unknown>
  /** Name of the order in a cursor and in the anchor cache. */
  name: string
}

/** How a list in that order is read, from the first row or from any other. */
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
