import { measuredBy, neededBy } from '@longreach/contract/dashboards/reads'
import type { DashboardValues } from '@longreach/contract/dashboards/schemas'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import { type Text, text } from '@longreach/contract/i18n'
import { customId, customName, type VariableType } from '@longreach/contract/link/template-lines'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { Problem } from '../../endpoint/problem.ts'
import { customOfDevice, isTextType } from '../monitoring/templates/custom-parameters.ts'

const resolved = systemScope('row resolved in scope before')

const idsOf = (names: readonly string[]) => names.flatMap((name) => customId(name) ?? [])

/**
 * Throws for template parameters that the device cannot have, and for text parameters where a number is shown. `had`
 * are the parameters used by the dashboard before: their template may have been deleted, which must not block another
 * change.
 */
export async function checkCustom(
  db: Db,
  deviceId: number,
  widgets: readonly Widget[] = [],
  had: readonly Widget[] = [],
): Promise<void> {
  const before = new Set(had.flatMap(neededBy))
  const names = [...new Set(widgets.flatMap(neededBy))].filter((name) => customId(name) !== undefined)
  const find = await customOfDevice(db, deviceId, names)
  const refuse = (message: Text) => new Problem('VALIDATION_FAILED', { source: 'widgets', message })
  if (names.some((name) => !find(name) && !before.has(name))) throw refuse(text('dashboards.unknown_parameter'))
  const texts = widgets.flatMap(measuredBy).filter((name) => {
    const found = find(name)
    return found && isTextType(found.type)
  })
  if (texts.length > 0) throw refuse(text('dashboards.not_measured'))
}

interface CustomRow {
  id: number
  name: string
  template: string
  type: VariableType
  value: number | string | null
}

/** Measurements of templates on a device, which the caller has found in its scope: names, types and last values. */
export async function readCustom(
  db: Db,
  deviceId: number,
  names: readonly string[],
): Promise<Pick<DashboardValues, 'values' | 'custom'>> {
  const ids = idsOf(names)
  if (ids.length === 0) return { values: {}, custom: {} }
  const { rows } = await sql<CustomRow>`
    SELECT p.id, p.name, t.name AS template, p.type, x.values -> p.id::text AS value
    FROM device_templates x JOIN monitoring_templates t ON t.id = x.template_id
      JOIN template_parameters p ON p.template_id = t.id
    WHERE x.device_id = ${deviceId} AND p.id = ANY (${ids}::bigint[]) AND ${resolved}`.execute(db)
  return {
    values: Object.fromEntries(
      rows.flatMap(({ id, value }) => (value === null ? [] : [[customName(id), value] as const])),
    ),
    custom: Object.fromEntries(rows.map(({ id, name, template, type }) => [customName(id), { name, template, type }])),
  }
}

/** Measured template parameters, by device. */
export async function findMeasured(db: Db, deviceIds: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ device_id: number; ids: number[] }>`
    SELECT x.device_id, array_agg(p.id) AS ids FROM device_templates x JOIN template_parameters p USING (template_id)
    WHERE x.device_id = ANY (${[...deviceIds]}::bigint[]) AND ${resolved} GROUP BY x.device_id`.execute(db)
  return new Map(rows.map(({ device_id, ids }) => [device_id, ids.map((id) => customName(Number(id)))]))
}
