import { type OutputName, outputNames, readOutputArgument } from '@longreach/contract/actions/outputs'
import type { DashboardValues } from '@longreach/contract/dashboards/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { type PositionRow, positionColumns, positionJoin, presentPosition } from '../devices/places/position.ts'
import { samplesOf } from '../monitoring/samples.ts'
import { setsOfDevice } from '../monitoring/sets.ts'
import { readCustom } from './custom.ts'

const resolved = systemScope('row resolved in scope before')
const dayMs = 86_400_000

type Values = Record<string, number | string | null>

interface Row extends PositionRow {
  id: number
  name: string
  company_name: string
  model: string | null
  status: number | null
  updated_at: Date | null
  values: Values | null
}

export interface Asked {
  deviceId: number
  /** Parameters whose latest value is shown. */
  parameters: readonly string[]
  /** Parameters whose past is shown. */
  past: readonly string[]
  /** Numeric parameters that are shown with the time of their last change. */
  changing: readonly string[]
}

/** Time, within the last day, at which each parameter last had another value than now. */
async function lastChanges(db: Db, { deviceId, changing }: Asked, now: Date): Promise<Map<string, Date>> {
  if (changing.length === 0) return new Map()
  const window = { deviceId, from: new Date(now.getTime() - dayMs), to: new Date(now.getTime() + dayMs) }
  const samples = samplesOf(await setsOfDevice(db, deviceId), changing, window, null)
  if (samples.length === 0) return new Map()
  const columns = changing.map((_, index) => {
    const value = sql.id(`last${index}`)
    // Finds the last row that differs from the one before it.
    return sql`(SELECT max(last_at) FROM (
      SELECT last_at, ${value} IS DISTINCT FROM lag(${value}) OVER w AND lag(${value}) OVER w IS NOT NULL AS differs
      FROM samples WHERE ${value} IS NOT NULL WINDOW w AS (ORDER BY last_at, seq)) s WHERE differs) AS ${sql.id(`at${index}`)}`
  })
  const { rows } = await sql<Record<string, Date | null>>`
    WITH samples AS (${sql.join(samples, sql` UNION ALL `)}) SELECT ${sql.join(columns)}`.execute(db)
  return new Map(
    changing.flatMap((name, index) => {
      const at = rows[0]?.[`at${index}`]
      return at ? [[name, at] as const] : []
    }),
  )
}

/** Last time that a user switched each output, if the output is still in that state. */
async function lastSwitched(db: Db, deviceId: number, values: Values): Promise<DashboardValues['outputs']> {
  const { rows } = await sql<{ arg: string; at: Date; username: string | null }>`
    SELECT DISTINCT ON (split_part(a.arg, ' ', 1)) a.arg, t.finished_at AS at, a.username
    FROM action_targets t JOIN actions a ON a.id = t.action_id
    WHERE t.device_id = ${deviceId} AND t.kind = 'set_output' AND t.state = 'done' AND ${resolved}
    ORDER BY split_part(a.arg, ' ', 1), t.id DESC`.execute(db)
  const found: [OutputName, { set_at: string; username: string | null }][] = []
  for (const { arg, at, username } of rows) {
    const set = readOutputArgument(arg)
    if (set && values[set.output] === (set.on ? 1 : 0)) found.push([set.output, { set_at: formatTime(at), username }])
  }
  return Object.fromEntries(found)
}

/** The part that is the same for all viewers of the dashboard. */
export type SharedValues = Omit<DashboardValues, 'alerts'>

/** Current values for the widgets of a dashboard; the caller has found the device in its scope. */
export async function readValues(db: Db, asked: Asked, now: Date): Promise<SharedValues | undefined> {
  const { rows } = await sql<Row>`
    SELECT d.id, d.name, c.name AS company_name, d.model, d.status, s.updated_at, s.values, ${positionColumns}
    FROM devices d JOIN companies c ON c.id = d.company_id LEFT JOIN device_state s ON s.device_id = d.id ${positionJoin}
    WHERE d.id = ${asked.deviceId} AND ${resolved}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const all = row.values ?? {}
  const custom = await readCustom(db, row.id, asked.parameters)
  const since = await lastChanges(db, asked, now)
  const switched = asked.parameters.some((name) => outputNames.includes(name as OutputName))
  return {
    device: {
      id: row.id,
      name: row.name,
      company_name: row.company_name,
      model: row.model,
      status: row.status,
      updated_at: row.updated_at && formatTime(row.updated_at),
    },
    values: {
      ...Object.fromEntries(
        asked.parameters.flatMap((name) => (Object.hasOwn(all, name) ? [[name, all[name] ?? null] as const] : [])),
      ),
      ...custom.values,
    },
    custom: { ...custom.custom, ...(await readCustom(db, row.id, asked.past)).custom },
    since: Object.fromEntries([...since].map(([name, at]) => [name, formatTime(at)])),
    outputs: switched ? await lastSwitched(db, row.id, all) : {},
    position: presentPosition(row),
  }
}
