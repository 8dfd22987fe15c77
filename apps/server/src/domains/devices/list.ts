import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Scope } from '../../db/scope.ts'
import { type AnchorCache, anchorStep, findAnchor } from './anchors.ts'
import { keptTotal } from './counts.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { deviceConditions, type Selection } from './filters.ts'
import { orderOf, type SortName } from './order.ts'
import { type DeviceRow, deviceColumns } from './record.ts'

/** Counting beyond this takes too long; the response says it is a lower bound. */
const countCap = 10_000

export interface ListQuery {
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

async function countUpTo(db: Db, conditions: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT 1 FROM devices d WHERE ${conditions} LIMIT ${countCap + 1}) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function findDeviceIds(db: Db, scope: Scope, selection: Selection, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM devices d WHERE ${deviceConditions(scope, selection)} ORDER BY d.id LIMIT ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** One page of devices and the size of the whole list. */
export async function findDevices(
  db: Db,
  cache: AnchorCache,
  scope: Scope,
  selection: Selection,
  query: ListQuery,
): Promise<DevicePage> {
  const order = orderOf(query.sort ?? 'name')
  const conditions = deviceConditions(scope, selection)
  const cursor = query.cursor === undefined ? null : decodeCursor(query.cursor, order)
  const kept = await keptTotal(db, scope, selection)
  let start: RawBuilder<boolean> = sql`true`
  let skip = query.offset
  let anchored: number | undefined
  if (cursor) {
    start = sql`(${order.key}, d.id) ${order.after} (${cursor.key}::${order.type}, ${cursor.id})`
    skip = 0
  } else if (query.offset >= anchorStep && query.limit > 0) {
    const found = await findAnchor(db, cache, { scope, selection, conditions, order, offset: query.offset })
    anchored = found.total
    skip = query.offset - found.position
    if (found.anchor)
      start = sql`(${order.key}, d.id) ${order.from} (${found.anchor.key}::${order.type}, ${found.anchor.id})`
  }
  const { rows } = await sql<DeviceRow & { sort_key: string }>`
    SELECT ${deviceColumns}, page.sort_key FROM (
      SELECT d.id, ${order.key}::text AS sort_key, row_number() OVER (ORDER BY ${order.key} ${order.direction}, d.id ${order.direction}) AS place
      FROM devices d WHERE ${conditions} AND ${start}
      ORDER BY ${order.key} ${order.direction}, d.id ${order.direction}
      LIMIT ${query.limit} OFFSET ${skip}
    ) page
    JOIN devices d ON d.id = page.id
    JOIN companies c ON c.id = d.company_id
    LEFT JOIN device_state s ON s.device_id = d.id
    ORDER BY page.place`.execute(db)
  const counted = kept ?? anchored ?? (await countUpTo(db, conditions))
  const capped = kept === undefined && anchored === undefined && counted > countCap
  const last = rows.at(-1)
  return {
    rows,
    total: capped ? countCap : counted,
    capped,
    next:
      last && rows.length === query.limit ? encodeCursor({ order: order.name, key: last.sort_key, id: last.id }) : null,
  }
}
