import { customName, type VariableType } from '@longreach/contract/link/template-lines'
import { historyRows } from '@longreach/contract/monitoring/constants'
import { templateLimits } from '@longreach/contract/monitoring/template-constants'
import type { CustomData } from '@longreach/contract/monitoring/template-schemas'
import { formatTime } from '@longreach/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/client.ts'
import { inScope, type Scope, systemScope } from '../../../db/scope.ts'
import type { Entry } from '../batch.ts'
import { readReports } from '../reports.ts'
import type { Window } from '../samples.ts'

const own = systemScope('link of the device itself')

/**
 * Stores the last values of parameters on each device, for comparing devices: reading them from the history would be
 * slow.
 */
export async function noteTemplateValues(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const latest = new Map<string, { device: number; template: number; values: Record<string, unknown>; at: Date }>()
  for (const { deviceId: device, ts: at, reading } of entries)
    for (const { template, values } of reading?.templates ?? []) {
      const key = `${device} ${template}`
      const before = latest.get(key)
      const [older, newer] = before && before.at > at ? [values, before.values] : [before?.values, values]
      latest.set(key, {
        device,
        template,
        values: { ...older, ...newer },
        at: before && before.at > at ? before.at : at,
      })
    }
  if (latest.size === 0) return
  const rows = [...latest.values()].sort((a, b) => a.device - b.device || a.template - b.template)
  // Every batch locks the rows in this order.
  await sql`
    UPDATE device_templates x SET values = x.values || n.values, values_at = n.at
    FROM (
      SELECT x.device_id, x.template_id, n.values::jsonb AS values, n.at
      FROM unnest(${rows.map(({ device }) => device)}::bigint[], ${rows.map(({ template }) => template)}::bigint[],
        ${rows.map(({ values }) => JSON.stringify(values))}::text[], ${rows.map(({ at }) => at.toISOString())}::timestamptz[])
        AS n (device_id, template_id, values, at)
      JOIN device_templates x USING (device_id, template_id)
      WHERE x.values_at IS NULL OR x.values_at <= n.at
      ORDER BY x.device_id, x.template_id FOR NO KEY UPDATE OF x
    ) n
    WHERE x.device_id = n.device_id AND x.template_id = n.template_id AND ${own}`.execute(tx)
}

interface Parameter {
  id: number
  name: string
  type: VariableType
}

/** The parameter of a template in reach. */
export async function findField(
  db: Db,
  scope: Scope,
  { template, url, name }: { template: number; url: string; name: string },
): Promise<Parameter | undefined> {
  const { rows } = await sql<Parameter>`
    SELECT p.id, p.name, p.type FROM template_parameters p JOIN monitoring_templates t ON t.id = p.template_id
    WHERE t.id = ${template} AND p.url = ${url} AND p.name = ${name} AND ${inScope(scope, 't')}
    ORDER BY p.id DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** A last value as text; booleans are stored as numbers. */
function shownLast({ id, type }: Parameter): RawBuilder<string> {
  const value = sql`x.values ->> ${String(id)}`
  return type === 'boolean'
    ? sql<string>`CASE ${value} WHEN '1' THEN 'true' WHEN '0' THEN 'false' END`
    : sql<string>`${value}`
}

/** Number of devices in reach by last value, most frequent first. */
export async function countValues(
  db: Db,
  scope: Scope,
  template: number,
  parameter: Parameter,
  most: number,
): Promise<{ value: string; count: number }[]> {
  const { rows } = await sql<{ value: string; count: number }>`
    SELECT value, count(*)::int AS count FROM (
      SELECT ${shownLast(parameter)} AS value FROM device_templates x JOIN devices d ON d.id = x.device_id
      WHERE x.template_id = ${template} AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}
    ) last WHERE value IS NOT NULL GROUP BY value ORDER BY count(*) DESC, value LIMIT ${most}`.execute(db)
  return rows
}

interface DeviceParameter extends Parameter {
  template_id: number
  url: string
}

/** Parameters of the templates that a device has, or of one of them. */
async function parametersOfDevice(db: Db, deviceId: number, template: number | undefined): Promise<DeviceParameter[]> {
  const { rows } = await sql<DeviceParameter>`
    SELECT p.id, p.name, p.type, p.template_id, p.url
    FROM device_templates x JOIN template_parameters p ON p.template_id = x.template_id
    WHERE x.device_id = ${deviceId} AND ${template === undefined ? sql`true` : sql`x.template_id = ${template}`}
    ORDER BY p.template_id, p.id`.execute(db)
  return rows
}

const shownValue = (type: VariableType, value: number | string | null) =>
  type === 'boolean' && value !== null ? value === 1 : value

/** Measurements of a device, resolved in scope, newest first. */
export async function readCustomData(db: Db, window: Window, template: number | undefined): Promise<CustomData[]> {
  const found: (CustomData & { at: number })[] = []
  const parameters = await parametersOfDevice(db, window.deviceId, template)
  for (const [config_id, own] of Map.groupBy(parameters, ({ template_id }) => template_id)) {
    const rows = await readReports(
      db,
      window,
      own.map(({ id }) => customName(id)),
    )
    for (const { ts, values } of rows) {
      const data: CustomData['data'] = {}
      for (const [index, { url, name, type }] of own.entries()) {
        const value = values[index] ?? null
        if (value !== null) data[url] = { ...data[url], [name]: shownValue(type, value) }
      }
      found.push({ config_id, data, created_at: formatTime(ts), at: ts.getTime() })
    }
  }
  return found
    .sort((a, b) => b.at - a.at)
    .slice(0, historyRows)
    .map(({ at: _, ...row }) => row)
}

export const mostValues = { graph: templateLimits.graph, listed: templateLimits.listed }
