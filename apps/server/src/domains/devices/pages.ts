import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Scope } from '../../db/scope.ts'
import { type AnchorCache, anchorStep, findAnchor } from './anchors.ts'
import { keptTotal } from './counts.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { deviceList, type Selection } from './list.ts'
import { orderOf, type SortName } from './order.ts'
import type { DeviceRow } from './record.ts'

export interface PageQuery {
  limit: number
  offset: number
  cursor?: string | undefined
  sort?: SortName | `-${SortName}` | undefined
}

export interface DevicePage {
  rows: DeviceRow[]
  total: number
  capped: boolean
  next: string | null
}

/** One page of devices and the size of the whole list. */
export async function findDevices(
  db: Db,
  cache: AnchorCache,
  scope: Scope,
  selection: Selection,
  { limit, offset, cursor, sort = 'name' }: PageQuery,
): Promise<DevicePage> {
  const order = orderOf(sort)
  const total = await keptTotal(db, scope, selection)
  const place = (sign: RawBuilder<unknown>, { key, id }: { key: string; id: number }) =>
    sql<boolean>`(${order.key}, d.id) ${sign} (${key}::${order.type}, ${id})`
  let start: RawBuilder<boolean> | undefined
  let skip = offset
  let anchored: number | undefined
  if (cursor !== undefined) {
    start = place(order.after, decodeCursor(cursor, order))
    skip = 0
  } else if (offset >= anchorStep && limit > 0) {
    const conditions = deviceList.where(scope, selection)
    const found = await findAnchor(db, cache, { scope, selection, conditions, order, offset })
    anchored = found.total
    skip = offset - found.position
    if (found.anchor) start = place(order.from, found.anchor)
  }
  const rows = await deviceList.rows(db, scope, { ...selection, sort }, { limit, offset: skip, start })
  const known = total ?? anchored
  const count = known === undefined ? await deviceList.count(db, scope, selection) : { total: known, capped: false }
  const last = rows.at(-1)
  const next = last && rows.length === limit ? encodeCursor({ order: sort, key: last.sort_key, id: last.id }) : null
  return { rows, ...count, next }
}
