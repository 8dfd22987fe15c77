import type { DeviceState } from '@longreach/contract/live'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { reportedColumns } from './facets/facet-sql.ts'
import { changedFacets, type FacetValues, type Values } from './facets/facets.ts'
import { fixOf, fixParameters } from './places/position.ts'
import { placeDevices } from './places/square-counts.ts'

export interface LatestRow {
  device_id: number
  ts: Date
  values: Record<string, number | string | null>
}

interface CurrentRow extends FacetValues {
  id: number
  status: DeviceState['status']
  offline_reason: DeviceState['offline_reason']
  config_state: DeviceState['config_state']
  last_connection_at: Date | null
}

interface Fix {
  ts: Date
  place: ReturnType<typeof fixOf>
}

/** The position (or its absence) in the latest report of each device that says anything about it. */
function latestFixes(rows: readonly LatestRow[]): ReadonlyMap<number, Fix> {
  const fixes = new Map<number, Fix>()
  for (const { device_id, ts, values } of rows) {
    const place = fixOf(values)
    const known = fixes.get(device_id)
    if (place !== undefined && !(known && known.ts > ts)) fixes.set(device_id, { ts, place })
  }
  return fixes
}

const { names, assignments, record } = reportedColumns

/** Merges reports of one device: later values win, and values that only an earlier report has are kept. */
function merge(rows: readonly LatestRow[]): LatestRow[] {
  const byDevice = new Map<number, LatestRow>()
  for (const row of [...rows].sort((one, other) => one.ts.getTime() - other.ts.getTime())) {
    const earlier = byDevice.get(row.device_id)
    byDevice.set(row.device_id, earlier ? { ...row, values: { ...earlier.values, ...row.values } } : row)
  }
  return [...byDevice.values()].sort((one, other) => one.device_id - other.device_id)
}

async function writeFacets(db: Db, changed: readonly CurrentRow[]): Promise<void> {
  if (changed.length === 0) return
  await sql`
    UPDATE devices d SET ${assignments}
    FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS ${record}
    WHERE d.id = r.id AND ${systemScope('link of the device itself')}`.execute(db)
}

/** The rows changed by the values, each with its changed columns. */
function changedRows(current: readonly CurrentRow[], values: ReadonlyMap<number, Values>): CurrentRow[] {
  return current.flatMap((row) => {
    const change = changedFacets(row, values.get(row.id) ?? {})
    return change ? [Object.assign(row, change)] : []
  })
}

/** Milliseconds a report waits for a device row that is locked elsewhere. The move of a large company takes longer. */
const lockWaitMs = 500
const lockNotAvailable = '55P03'

const lockRows = (db: Db, ids: readonly number[], wait: 'SKIP LOCKED' | '') =>
  sql<{ id: number }>`
    SELECT id FROM devices d WHERE id = ANY (${[...ids]}::bigint[]) AND ${systemScope('link of the device itself')}
    ORDER BY id FOR NO KEY UPDATE ${sql.raw(wait)}`.execute(db)

/** Locks the devices' rows without waiting long for any; returns the ids that were locked. */
async function lockBriefly(tx: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const free = new Set((await lockRows(tx, ids, 'SKIP LOCKED')).rows.map(({ id }) => id))
  if (free.size === ids.length) return free
  await sql`SAVEPOINT locking`.execute(tx)
  try {
    await sql`SELECT set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(tx)
    const { rows } = await lockRows(tx, ids, '')
    await sql`SELECT set_config('lock_timeout', '0', true)`.execute(tx)
    return new Set(rows.map(({ id }) => id))
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error
    await sql`ROLLBACK TO SAVEPOINT locking`.execute(tx)
    return free
  }
}

/** Writes the facets that the values change; `updateDueFacets` follows for a device whose row stays locked. */
async function updateFacets(
  tx: Db,
  current: readonly CurrentRow[],
  values: ReadonlyMap<number, Values>,
): Promise<void> {
  const changed = changedRows(current, values)
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  const locked = await lockBriefly(tx, ids)
  await writeFacets(
    tx,
    changed.filter(({ id }) => locked.has(id)),
  )
  const due = ids.filter((id) => !locked.has(id))
  if (due.length === 0) return
  await sql`INSERT INTO facets_due (device_id) SELECT id FROM unnest(${due}::bigint[]) AS id`.execute(tx)
}

/** Devices per transaction. */
const dueAtOnce = 1000

/**
 * Derives facets from the latest state of devices whose row a report could not write. Resolves when no device is left,
 * or all of them are locked.
 */
export async function updateDueFacets(db: Db): Promise<void> {
  for (let found = dueAtOnce; found === dueAtOnce; ) {
    found = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<CurrentRow & { due: number; values: Values }>`
        SELECT f.id AS due, d.id, d.status, d.offline_reason, d.config_state, d.last_connection_at, ${names}, s.values
        FROM facets_due f JOIN devices d ON d.id = f.device_id JOIN device_state s ON s.device_id = d.id
        WHERE ${systemScope('background job')}
        ORDER BY d.id LIMIT ${dueAtOnce} FOR NO KEY UPDATE OF f, d SKIP LOCKED`.execute(tx)
      if (rows.length === 0) return 0
      const devices = new Map(rows.map((row) => [row.id, row]))
      const values = new Map(rows.map((row) => [row.id, row.values]))
      await writeFacets(tx, changedRows([...devices.values()], values))
      await placeDevices(tx, [...devices.keys()])
      await sql`DELETE FROM facets_due WHERE id = ANY (${rows.map(({ due }) => due)}::bigint[])`.execute(tx)
      return rows.length
    })
  }
}

/**
 * Corrects the time of a latest state that came from a report with a corrected time, so that newer reports replace it.
 */
export async function correctLatest(
  db: Db,
  corrections: readonly { deviceId: number; was: Date; ts: Date }[],
): Promise<void> {
  for (const { deviceId, was, ts } of corrections) {
    await sql`UPDATE device_state s SET updated_at = ${ts}
      WHERE device_id = ${deviceId} AND updated_at = ${was} AND ${systemScope('link of the device itself')}`.execute(db)
  }
}

/**
 * Updates the latest state of devices to newer reports, in the transaction that stores them. A report older than the
 * stored state changes nothing. Returns the states that changed.
 */
export async function applyLatest(db: Db, rows: readonly LatestRow[]): Promise<DeviceState[]> {
  const merged = merge(rows)
  if (merged.length === 0) return []
  const fixes = latestFixes(rows)
  const placed = merged.map((row) => fixes.get(row.device_id))
  const moved = await sql<{ device_id: number; updated_at: Date; signal: number | null; technology: string | null }>`
    INSERT INTO device_state AS s (device_id, updated_at, values, gps_fix, gps_latitude, gps_longitude, gps_at)
    SELECT r.device_id, r.ts, r.values, coalesce(r.fix, false), r.latitude, r.longitude, r.fix_at
    FROM unnest(${merged.map((row) => row.device_id)}::bigint[], ${merged.map((row) => row.ts)}::timestamptz[],
      string_to_array(${merged.map((row) => JSON.stringify(row.values)).join('\n')}, E'\n')::jsonb[],
      ${placed.map((fix) => (fix ? fix.place !== null : null))}::boolean[],
      ${placed.map((fix) => fix?.place?.latitude ?? null)}::float8[], ${placed.map((fix) => fix?.place?.longitude ?? null)}::float8[],
      ${placed.map((fix) => (fix?.place ? fix.ts : null))}::timestamptz[]) AS r(device_id, ts, values, fix, latitude, longitude, fix_at)
    WHERE ${systemScope('link of the device itself')}
    ON CONFLICT (device_id) DO UPDATE SET updated_at = excluded.updated_at, values = s.values || excluded.values,
      gps_fix = CASE WHEN excluded.values ?| ${fixParameters}::text[] THEN excluded.gps_fix ELSE s.gps_fix END,
      gps_latitude = coalesce(excluded.gps_latitude, s.gps_latitude),
      gps_longitude = coalesce(excluded.gps_longitude, s.gps_longitude), gps_at = coalesce(excluded.gps_at, s.gps_at)
    WHERE s.updated_at IS NULL OR s.updated_at <= excluded.updated_at
    RETURNING s.device_id, s.updated_at, (s.values ->> 'signal')::float8 AS signal,
      s.values ->> 'connection_type' AS technology`.execute(db)
  if (moved.rows.length === 0) return []
  const states = new Map(moved.rows.map((row) => [row.device_id, row]))
  const current = await sql<CurrentRow>`
    SELECT id, status, offline_reason, config_state, last_connection_at, ${names} FROM devices d
    WHERE id = ANY (${[...states.keys()]}::bigint[]) AND ${systemScope('link of the device itself')}`.execute(db)
  const arrived = new Map(merged.map((row) => [row.device_id, row.values]))
  await updateFacets(db, current.rows, arrived)
  return current.rows.map((device) => {
    const state = states.get(device.id)
    return {
      id: device.id,
      status: device.status,
      offline_reason: device.offline_reason,
      signal: state?.signal ?? null,
      // The device's own text, as in the list; the row stores the filter's value.
      connection_type: state?.technology ?? null,
      operator: device.operator,
      config_state: device.config_state,
      last_update_at: state ? formatTime(state.updated_at) : null,
      last_connection_at: device.last_connection_at && formatTime(device.last_connection_at),
    }
  })
}
