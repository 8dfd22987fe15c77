import { findParameter } from '@longreach/contract/link/parameters'
import { groupRetention, historyRows } from '@longreach/contract/monitoring/constants'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { deleteInBatches } from '../../db/delete-batches.ts'
import { systemScope } from '../../db/scope.ts'
import { dayTable, fleetDayTable, historyTables, hourTable } from './history-tables.ts'
import type { Window } from './samples.ts'
import { type DeviceSet, setsOfDevice } from './sets.ts'
import { isCustom } from './templates/custom-parameters.ts'
import { trafficTable } from './usage/traffic.ts'

const inHistory = systemScope('history of a device already resolved in scope')

type Value = number | string | null

export interface ReportRow {
  ts: Date
  /** In the order of the requested parameters. */
  values: Value[]
}

function placeOf(set: DeviceSet, name: string): RawBuilder<unknown> | null {
  const number = set.numbers.indexOf(name) + 1
  if (number > 0) return sql`to_jsonb(v[${sql.lit(number)}])`
  const text = set.texts.indexOf(name) + 1
  return text > 0 ? sql`to_jsonb(t[${sql.lit(text)}])` : null
}

/**
 * The reports of a device with any of the parameters, oldest first. If there are more than the API returns at once,
 * they are thinned evenly. `only` names parameters of which a report must have one.
 */
export async function readReports(
  db: Db,
  { deviceId, from, to }: Window,
  names: readonly string[],
  only: readonly string[] = [],
): Promise<ReportRow[]> {
  const parts = (await setsOfDevice(db, deviceId)).flatMap((set) => {
    const places = names.map((name) => placeOf(set, name))
    if (!places.some(Boolean) || only.some((name) => placeOf(set, name) === null)) return []
    const present = only.map((name) => sql`AND ${placeOf(set, name)} IS NOT NULL`)
    return [
      sql`SELECT ts, seq, jsonb_build_array(${sql.join(places.map((place) => place ?? sql`NULL`))}) AS values
        FROM history WHERE device_id = ${deviceId} AND set_id = ${set.id} AND ts >= ${from} AND ts < ${to}
          AND ${inHistory} ${sql.join(present, sql` `)}`,
    ]
  })
  if (parts.length === 0) return []
  const { rows } = await sql<ReportRow>`SELECT ts, values FROM (
      SELECT ts, seq, values, row_number() OVER (ORDER BY ts DESC, seq DESC) - 1 AS place, count(*) OVER () AS total
      FROM (${sql.join(parts, sql` UNION ALL `)}) AS found
    ) AS placed WHERE place % greatest(1, ceil(total / ${historyRows}::float8)::bigint) = 0
    ORDER BY ts, seq`.execute(db)
  return rows
}

export interface Moment {
  at: Date
  values: Map<string, Value>
}

/** The last known value of every parameter at a moment; null if the device had not reported by then. */
export async function readMoment(db: Db, deviceId: number, at: Date): Promise<Moment | null> {
  const found: { ts: Date; set: DeviceSet; v: (number | null)[]; t: (string | null)[] }[] = []
  for (const set of await setsOfDevice(db, deviceId)) {
    const name = set.numbers[0] ?? set.texts[0] ?? ''
    // Measurements of templates are not part of the state of a device.
    if (isCustom(name)) continue
    const days = groupRetention[findParameter(name)?.group ?? 'dynamic']
    const { rows } = await sql<{ ts: Date; v: (number | null)[]; t: (string | null)[] }>`SELECT ts, v, t FROM history
      WHERE device_id = ${deviceId} AND set_id = ${set.id} AND ts <= ${at}
        AND ts > ${new Date(at.getTime() - days * 86_400_000)} AND ${inHistory}
      ORDER BY ts DESC, seq DESC LIMIT 1`.execute(db)
    for (const row of rows) found.push({ ...row, set })
  }
  const last = found.toSorted((a, b) => a.ts.getTime() - b.ts.getTime())
  const newest = last.at(-1)
  if (!newest) return null
  const values = new Map<string, Value>()
  for (const { set, v, t } of last) {
    for (const [index, name] of set.numbers.entries()) values.set(name, v[index] ?? null)
    for (const [index, name] of set.texts.entries()) values.set(name, t[index] ?? null)
  }
  return { at: newest.ts, values }
}

/** Times at which the device reported, newest first, at most as many as the API returns at once. */
export async function readReportTimes(db: Db, deviceId: number): Promise<Date[]> {
  const { rows } = await sql<{ ts: Date }>`SELECT DISTINCT date_trunc('second', ts) AS ts FROM history
    WHERE device_id = ${deviceId} AND ${inHistory} ORDER BY ts DESC LIMIT ${historyRows}`.execute(db)
  return rows.map((row) => row.ts)
}

/** Removes all measurements of deleted devices. For a job: it visits every partition. */
export async function forgetDevices(db: Db, deviceIds: readonly number[]): Promise<void> {
  const where = sql`t.device_id = ANY (${[...deviceIds]}::bigint[]) AND ${systemScope('background job')}`
  const tables = [
    ...historyTables.map(({ table }) => table),
    hourTable.table,
    dayTable.table,
    fleetDayTable.table,
    trafficTable.table,
    'rollup_due',
    'day_due',
    'fleet_day_due',
    'device_set',
    'report_mark',
  ]
  for (const table of tables) await deleteInBatches(db, table, where)
}
