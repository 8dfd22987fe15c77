import { text } from '@longreach/contract/i18n'
import { estimateSize, sizeType } from '@longreach/contract/monitoring/data-size'
import { gateRefusal } from '@longreach/contract/monitoring/gates'
import { parametersOf, type SystemTemplate, systemTemplates } from '@longreach/contract/monitoring/system-templates'
import { templateLimits, templatePeriod } from '@longreach/contract/monitoring/template-constants'
import type { AssignedTemplate } from '@longreach/contract/monitoring/template-schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Scope, systemScope } from '../../../db/scope.ts'
import { Problem } from '../../../endpoint/problem.ts'
import type { StoredEntry } from './data.ts'
import type { StoredTemplate } from './templates.ts'

const resolved = systemScope('row resolved in scope before')

interface Device {
  id: number
  company_id: number
  l1_id: number | null
  l2_id: number | null
}

/** Number of parameters in the system templates that are enabled for a device d. */
const systemCount = sql.join(
  systemTemplates.map(
    (template) =>
      sql`CASE WHEN d.${sql.ref(template.key)} > 0 THEN ${sql.lit(parametersOf(template).length)} ELSE 0 END`,
  ),
  sql` + `,
)

/**
 * Throws if one of the devices, which are locked, would measure more parameters than allowed, including those of its
 * system templates. System templates alone never exceed the limit.
 */
export async function requireFreeParameters(db: Db, deviceIds: readonly number[], source?: string): Promise<void> {
  const active = sql`sum(t.fields_count)::int + ${systemCount}`
  const { rows } = await sql<{ name: string; count: number }>`
    SELECT d.name, ${active} AS count
    FROM device_templates x JOIN monitoring_templates t ON t.id = x.template_id JOIN devices d ON d.id = x.device_id
    WHERE x.device_id = ANY (${[...deviceIds]}::bigint[]) AND x.enabled AND t.enabled AND ${resolved}
    GROUP BY d.id HAVING ${active} > ${templateLimits.active} ORDER BY d.id LIMIT 1`.execute(db)
  const [over] = rows
  if (!over) return
  const { name, count } = over
  throw new Problem('CONFLICT', {
    ...(source === undefined ? {} : { source }),
    message: text('monitoring.too_many_active', { name, count, limit: templateLimits.active }),
  })
}

/** Assigns an own template to locked devices of its company and those below. */
export async function assignTemplate(
  db: Db,
  template: Pick<StoredTemplate, 'id' | 'name' | 'company_id'>,
  devices: readonly Device[],
  { period, enabled }: { period: number; enabled: boolean },
): Promise<void> {
  const foreign = devices.filter(
    ({ company_id, l1_id, l2_id }) => ![company_id, l1_id, l2_id].includes(template.company_id),
  ).length
  if (foreign > 0)
    throw new Problem('CONFLICT', {
      source: 'device_id',
      message: text('monitoring.out_of_reach', { template: template.name, count: foreign }),
    })
  const ids = devices.map(({ id }) => id)
  await sql`
    INSERT INTO device_templates AS x (device_id, template_id, period, enabled)
    SELECT id, ${template.id}::bigint, ${period}::int, ${enabled}::boolean FROM unnest(${ids}::bigint[]) AS id ORDER BY id
    ON CONFLICT (device_id, template_id) DO UPDATE SET period = excluded.period, enabled = excluded.enabled`.execute(db)
  await requireFreeParameters(db, ids)
}

/** Sets the period of a system template on locked devices; 0 turns it off. */
export async function setSystemPeriod(
  db: Db,
  { key }: SystemTemplate,
  devices: readonly Device[],
  { period, enabled }: { period: number; enabled: boolean },
): Promise<void> {
  const ids = devices.map(({ id }) => id)
  await sql`
    UPDATE devices d SET ${sql.ref(key)} = ${enabled ? period : 0}, updated_at = now()
    WHERE d.id = ANY (${ids}::bigint[]) AND ${resolved}`.execute(db)
  await requireFreeParameters(db, ids)
}

/** Removes a template from locked devices; returns the devices that had it. */
export async function unassignTemplate(db: Db, templateId: number, devices: readonly Device[]): Promise<number[]> {
  const { rows } = await sql<{ device_id: number }>`
    DELETE FROM device_templates x
    WHERE x.template_id = ${templateId} AND x.device_id = ANY (${devices.map(({ id }) => id)}::bigint[])
    RETURNING x.device_id`.execute(db)
  return rows.map(({ device_id }) => device_id)
}

/** Locks the devices that have a template, in the same order as links and reports lock them. */
export async function lockAssigned(db: Db, templateId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM devices d
    WHERE d.id IN (SELECT x.device_id FROM device_templates x WHERE x.template_id = ${templateId}) AND ${resolved}
    ORDER BY d.id FOR NO KEY UPDATE OF d`.execute(db)
  return rows.map(({ id }) => id)
}

interface OwnRow {
  device_id: number
  device_name: string
  device_description: string
  company_id: number
  config_id: number
  config_name: string
  config_description: string | null
  enabled: boolean
  period: number
  data: StoredEntry[]
  metered: boolean
  editable: boolean
  last_updated_at: Date | null
}

function presentOwn({ data, metered, last_updated_at, ...row }: OwnRow): AssignedTemplate {
  const variables = data.flatMap((entry) => entry.variables)
  const { period, enabled } = row
  const size = estimateSize({
    names: variables.map(({ id }) => id),
    types: variables.map(({ type }) => type),
    period: enabled ? period : 0,
    metered,
  })
  return {
    ...row,
    ...size,
    config_type: 'user',
    fields_count: variables.length,
    last_updated_at: last_updated_at && formatTime(last_updated_at),
    label: row.config_name,
    key: null,
    ...templatePeriod,
    compat_key: null,
    compat_notice: null,
  }
}

const assignedOf = (scope: Scope) => sql`
  SELECT d.id AS device_id, d.name AS device_name, d.description AS device_description, d.company_id,
    t.id AS config_id, t.name AS config_name, t.description AS config_description, x.enabled AND t.enabled AS enabled,
    x.period, t.data, d.metered_connection AS metered, ${inScope(scope, 't')} AS editable, x.values_at AS last_updated_at
  FROM device_templates x JOIN devices d ON d.id = x.device_id JOIN monitoring_templates t ON t.id = x.template_id
  WHERE d.deleted_at IS NULL AND ${inScope(scope, 'd')}`

interface SystemDevice extends Record<string, unknown> {
  id: number
  name: string
  description: string
  company_id: number
  model: string | null
  firmware: string | null
  metered_connection: boolean
}

function noticeOf(template: SystemTemplate, { model, firmware }: SystemDevice): string | null {
  const refusal = template.compat_key && gateRefusal(template.compat_key, model, firmware)
  if (!refusal) return null
  return refusal.why === 'model'
    ? text('monitoring.not_on_model', { model: refusal.model })
    : text('monitoring.needs_firmware', { from: refusal.from, has: refusal.has })
}

function presentSystem(template: SystemTemplate, device: SystemDevice): AssignedTemplate {
  const parameters = parametersOf(template)
  const set = Number(device[template.key])
  const { min, max, default: usual } = template
  return {
    company_id: device.company_id,
    device_id: device.id,
    device_name: device.name,
    device_description: device.description,
    config_id: template.config_id,
    config_name: template.label,
    config_description: null,
    config_type: 'system',
    enabled: set > 0,
    period: set > 0 ? set : usual,
    fields_count: parameters.length,
    editable: false,
    last_updated_at: null,
    label: template.label,
    key: template.key,
    min,
    max,
    default: usual,
    ...estimateSize({
      names: parameters.map(({ name }) => name),
      types: parameters.map(sizeType),
      period: set,
      metered: device.metered_connection,
    }),
    compat_key: template.compat_key,
    compat_notice: noticeOf(template, device),
  }
}

/** Templates measured on a device, which was resolved in scope: system templates first. */
export async function assignedToDevice(db: Db, scope: Scope, deviceId: number): Promise<AssignedTemplate[]> {
  const device = (await db
    .selectFrom('devices as d')
    .selectAll('d')
    .where('d.id', '=', deviceId)
    .where(resolved)
    .executeTakeFirstOrThrow()) as unknown as SystemDevice
  const { rows } = await sql<OwnRow>`${assignedOf(scope)} AND d.id = ${deviceId} ORDER BY t.name_key, t.id`.execute(db)
  return [...systemTemplates.map((template) => presentSystem(template, device)), ...rows.map(presentOwn)]
}

/** Devices in reach that have a company's own template. */
export async function devicesWithTemplate(db: Db, scope: Scope, templateId: number): Promise<AssignedTemplate[]> {
  const { rows } = await sql<OwnRow>`
    ${assignedOf(scope)} AND t.id = ${templateId} ORDER BY d.name, d.id LIMIT ${templateLimits.listed}`.execute(db)
  return rows.map(presentOwn)
}
