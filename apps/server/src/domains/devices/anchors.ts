import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Scope } from '../../db/scope.ts'
import type { Selection } from './list.ts'
import type { Order } from './order.ts'

/** Rows between two cached positions: a jump into the middle of a long list scans no more than that. */
export const anchorStep = 1000
/** Seconds; devices added or removed meanwhile shift a jump by as many rows. */
const keptSeconds = 60
const keptLists = 200

interface Anchor {
  key: string
  id: number
}

interface Anchors {
  places: Anchor[]
  total: number
}

interface Kept {
  until: number
  anchors: Promise<Anchors>
}

export interface AnchorCache {
  get(name: string, make: () => Promise<Anchors>): Promise<Anchors>
}

/** Caches the anchors of recently used lists; concurrent requests share one scan. */
export function createAnchorCache(now: () => number = Date.now): AnchorCache {
  const kept = new Map<string, Kept>()
  return {
    get(name, make) {
      const found = kept.get(name)
      if (found && found.until > now()) return found.anchors
      const anchors = make()
      kept.delete(name)
      kept.set(name, { until: now() + keptSeconds * 1000, anchors })
      anchors.catch(() => kept.delete(name))
      for (const oldest of kept.keys()) {
        if (kept.size <= keptLists) break
        kept.delete(oldest)
      }
      return anchors
    },
  }
}

async function walk(db: Db, conditions: RawBuilder<boolean>, order: Order): Promise<Anchors> {
  const { rows } = await sql<Anchor & { place: number; total: number }>`
    SELECT key, id, place, total FROM (
      SELECT ${order.key}::text AS key, d.id, count(*) OVER () AS total,
        row_number() OVER (ORDER BY ${order.key} ${order.direction}, d.id ${order.direction}) AS place
      FROM devices d WHERE ${conditions}
    ) numbered WHERE place % ${anchorStep} = 1 ORDER BY place`.execute(db)
  return { places: rows.map(({ key, id }) => ({ key, id })), total: rows[0]?.total ?? 0 }
}

/** The cached row at or before an offset, its position, and the size of the list. */
export async function findAnchor(
  db: Db,
  cache: AnchorCache,
  list: { scope: Scope; selection: Selection; conditions: RawBuilder<boolean>; order: Order; offset: number },
): Promise<{ anchor: Anchor | undefined; position: number; total: number }> {
  const { column, id } = list.scope.context ?? list.scope
  const name = JSON.stringify([column, column === null ? null : id, list.order.name, list.selection])
  const { places, total } = await cache.get(name, () => walk(db, list.conditions, list.order))
  const index = Math.min(Math.floor(list.offset / anchorStep), places.length - 1)
  return { anchor: places[index], position: Math.max(index, 0) * anchorStep, total }
}
