import type { Bounds } from '@longreach/contract/devices/position'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inContext, type Scope, systemScope } from '../../../db/scope.ts'
import { deviceList, type Selection } from '../list.ts'
import { type Counted, countLevel, finest, groupsOf, levels, partLevel, squaresNear } from './square-grid.ts'

interface Sums extends Counted {
  /** Devices without a known place. */
  unplaced: number
}

/** Sums up squares into those `steps` levels coarser, as columns. */
const sums = (squares: RawBuilder<unknown>, steps: number) => sql<Sums>`
  SELECT coalesce(json_agg(square) FILTER (WHERE square IS NOT NULL), '[]') AS square,
    coalesce(json_agg(count) FILTER (WHERE square IS NOT NULL), '[]') AS count,
    coalesce(json_agg(offline) FILTER (WHERE square IS NOT NULL), '[]') AS offline,
    coalesce(sum(count) FILTER (WHERE square IS NULL), 0)::bigint AS unplaced
  FROM (
    SELECT square >> ${2 * steps}::integer AS square, sum(count)::bigint AS count, sum(offline)::bigint AS offline
    FROM (${squares}) counted GROUP BY 1 HAVING sum(count) > 0
  ) squares`

const isOffline = (status: Selection['status']) => [status].flat().every((word) => word === 'offline')

/** The maintained counts; undefined if the selection is finer than they are. */
function keptCounts(scope: Scope, selection: Selection, level: number): RawBuilder<unknown> | undefined {
  const { company_id, bounds, status, ...filters } = selection
  if (Object.keys(filters).length > 0 || (status !== undefined && !isOffline(status))) return undefined
  const counts = status === undefined ? sql`count, offline` : sql`offline AS count, offline`
  const company = company_id === undefined ? sql`true` : sql`d.company_id = ANY (${[...company_id]}::bigint[])`
  const whole = scope.column === null && !scope.context && company_id === undefined
  const within = (of: number) => (bounds ? squaresNear(bounds, sql`d.square`, of) : sql`true`)
  const kept = whole
    ? sql`SELECT square, ${counts} FROM device_place_totals d WHERE level = ${level} AND ${within(level)}`
    : sql`SELECT square, ${counts} FROM device_place_counts d
        WHERE level = ${level} AND ${inContext(scope, 'd')} AND ${company} AND ${within(level)}`
  return sql`${kept} UNION ALL
    SELECT square >> ${2 * (finest - level)}::integer, ${counts} FROM device_place_changes d
    WHERE ${inContext(scope, 'd')} AND ${company} AND ${within(finest)}`
}

/** Devices in the squares that the bounds touch; without bounds all devices, including those without a known place. */
const squaresOfDevices = (scope: Scope, selection: Selection, bounds: Bounds | undefined) => sql`
  SELECT p.square, 1 AS count, p.offline::integer AS offline
  FROM devices d ${bounds ? sql`JOIN` : sql`LEFT JOIN`} device_places p ON p.device_id = d.id
  WHERE ${deviceList.where(scope, selection)} AND ${bounds ? squaresNear(bounds, sql`p.square`) : sql`true`}`

/**
 * Counts the devices of a selection by the squares of a grid on the projected map; bounds select whole squares. `total`
 * includes devices without a place; undefined if only devices with a place were counted.
 */
export async function countGroups(db: Db, scope: Scope, selection: Selection, zoom: number) {
  const { bounds, ...others } = selection
  const level = partLevel(zoom)
  const kept = keptCounts(scope, selection, countLevel(zoom))
  const from = kept ? countLevel(zoom) : finest
  const counted = kept ?? squaresOfDevices(scope, others as Selection, bounds)
  const { rows } = await sums(counted, from - level).execute(db)
  const { unplaced, ...squares } = rows[0] as Sums
  const total = kept || bounds ? undefined : squares.count.reduce((sum, count) => sum + count, unplaced)
  return { groups: groupsOf(squares, { level, zoom, bounds }), total }
}

/** Folds appended changes into the counts; changes that arrive meanwhile stay for the next run. */
export async function foldPlaceCounts(db: Db): Promise<void> {
  await sql`
    WITH taken AS (
      DELETE FROM device_place_changes d
      WHERE id IN (SELECT id FROM device_place_changes FOR UPDATE SKIP LOCKED) AND ${systemScope('background job')}
      RETURNING company_id, l1_id, l2_id, square, count, offline
    ), finest AS (
      SELECT company_id, l1_id, l2_id, square, sum(count) AS count, sum(offline) AS offline FROM taken GROUP BY 1, 2, 3, 4
      HAVING sum(count) <> 0 OR sum(offline) <> 0
    ), summed AS (
      SELECT company_id, l1_id, l2_id, level, square >> (2 * (${finest} - level)) AS square,
        sum(count) AS count, sum(offline) AS offline
      FROM finest, unnest(${[...levels]}::smallint[]) AS level GROUP BY 1, 2, 3, 4, 5
      HAVING sum(count) <> 0 OR sum(offline) <> 0
    ), totals AS (
      INSERT INTO device_place_totals AS t (level, square, count, offline)
      SELECT level, square, sum(count), sum(offline) FROM summed GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (level, square) DO UPDATE SET count = t.count + excluded.count, offline = t.offline + excluded.offline
    )
    INSERT INTO device_place_counts AS c (company_id, l1_id, l2_id, level, square, count, offline)
    SELECT company_id, l1_id, l2_id, level, square, count, offline FROM summed ORDER BY company_id, level, square
    ON CONFLICT (company_id, level, square)
    DO UPDATE SET count = c.count + excluded.count, offline = c.offline + excluded.offline`.execute(db)
  // Squares that all devices have left.
  for (const table of ['device_place_counts', 'device_place_totals'])
    await sql`DELETE FROM ${sql.table(table)} d
      WHERE count = 0 AND offline = 0 AND ${systemScope('background job')}`.execute(db)
}

/** Updates the stored places of devices, in the order of their ids. */
export async function placeDevices(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    SELECT place_device(id) FROM (SELECT id FROM unnest(${[...ids]}::bigint[]) AS id ORDER BY id) devices`.execute(db)
}

/** Devices per transaction. */
const placedAtOnce = 1000

/** Places devices whose reported position is now too old to be preferred to the one set by a user. */
export async function placeDue(db: Db): Promise<void> {
  for (let found = placedAtOnce; found === placedAtOnce; ) {
    const { rows } = await sql`
      SELECT place_device(p.device_id) FROM (
        SELECT device_id FROM device_places p WHERE due_at <= now() AND ${systemScope('background job')}
        ORDER BY device_id LIMIT ${placedAtOnce} FOR NO KEY UPDATE SKIP LOCKED
      ) p`.execute(db)
    found = rows.length
  }
}

/** Places devices by cells that have become known. */
export async function placeByCells(db: Db): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ device_id: number }>`
      SELECT device_id FROM device_state s
      WHERE device_id > ${last} AND gps_at IS NULL AND s.values ? 'cell_id' AND ${systemScope('console of the operator')}
      ORDER BY device_id LIMIT ${placedAtOnce}`.execute(db)
    if (rows.length === 0) return
    const ids = rows.map((row) => row.device_id)
    await placeDevices(db, ids)
    last = ids.at(-1) ?? last
  }
}
