import { text } from '@longreach/contract/i18n'
import type { RetentionDays } from '@longreach/contract/monitoring/constants'
import { findSystemTemplate, parametersOf } from '@longreach/contract/monitoring/system-templates'
import { listMonitoringTemplates } from '@longreach/contract/monitoring/template-endpoints'
import type { Entry, MonitoringTemplate } from '@longreach/contract/monitoring/template-schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db } from '../../../db/client.ts'
import { defineList } from '../../../db/list.ts'
import { inContext, inScope, type Placement, type Scope, systemScope } from '../../../db/scope.ts'
import { Problem } from '../../../endpoint/problem.ts'
import { countVariables, runsCommands, type StoredEntry } from './data.ts'

interface Row {
  id: number
  type: 'user' | 'system'
  company_id: number
  company_name: string
  name: string
  description: string | null
  version: string
  enabled: boolean
  period: number
  retention: RetentionDays
  api_system: 'rutos' | 'tswos'
  api_version: string
  data: StoredEntry[]
  fields_count: number
  device_count: number
  created_at: Date
}

export const monitoringTemplateList = defineList({
  endpoint: listMonitoringTemplates,
  from: () => sql`monitoring_templates t JOIN companies c ON c.id = t.company_id`,
  // A company out of reach has no templates at all.
  reach: (scope) => {
    const own = inContext(scope, 't')
    return Number(scope.context?.id ?? 0) < 0 ? own : sql<boolean>`(t.type = 'system' OR ${own})`
  },
  columns: (scope) => sql<Row>`
    t.id, t.type, t.company_id, c.name AS company_name, t.name, t.description, t.version, t.enabled, t.period, t.retention,
    t.api_system, t.api_version, t.data, t.fields_count, t.created_at,
    (SELECT count(*)::int FROM device_templates x JOIN devices d ON d.id = x.device_id
      WHERE x.template_id = t.id AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}) AS device_count`,
  id: 't.id',
  sorts: { name: 't.name_key', created_at: 't.id', period: 't.period' },
  defaultSort: 'name',
  filters: { type: 't.type', company_id: sqlCompany },
  search: { name: sql`t.name_key` },
})

/** Condition for a company's own templates. */
function sqlCompany(company: number) {
  return sql<boolean>`t.type = 'user' AND t.company_id = ${company}`
}

export function presentTemplate(row: Row): MonitoringTemplate {
  const system = findSystemTemplate(row.id)
  const { id, type, version, enabled, period } = row
  return {
    id,
    type,
    company_id: system ? null : row.company_id,
    company_name: system ? null : row.company_name,
    version,
    enabled,
    period,
    device_count: system ? null : row.device_count,
    fields_count: system ? parametersOf(system).length : row.fields_count,
    created_at: formatTime(row.created_at),
    config: {
      id,
      name: row.name,
      description: row.description,
      type,
      version,
      retention: String(row.retention),
      api_system: row.api_system,
      api_version: row.api_version,
      data_source: 'device',
      data: row.data,
    },
  }
}

export interface StoredTemplate extends Placement {
  id: number
  type: 'user' | 'system'
  name: string
  description: string | null
  version: string
  enabled: boolean
  period: number
  retention: RetentionDays
  api_system: string
  api_version: string
  data: StoredEntry[]
  fields_count: number
  runs_commands: boolean
}

/**
 * A template in reach, locked against any other change, or against deletion alone. All users have system templates in
 * reach.
 */
export async function lockTemplate(
  db: Db,
  scope: Scope,
  id: number,
  strength: 'update' | 'key share' = 'update',
): Promise<StoredTemplate | undefined> {
  const { rows } = await sql<StoredTemplate>`
    SELECT t.id, t.type, t.name, t.description, t.version, t.enabled, t.period, t.retention, t.api_system, t.api_version,
      t.data, t.fields_count, t.runs_commands, t.company_id, t.l1_id, t.l2_id
    FROM monitoring_templates t WHERE t.id = ${id} AND (t.type = 'system' OR ${inScope(scope, 't')})
    ${strength === 'update' ? sql`FOR UPDATE` : sql`FOR SHARE`}`.execute(db)
  return rows[0]
}

export async function countTemplates(db: Db, { company_id }: Pick<Placement, 'company_id'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM monitoring_templates t
    WHERE t.company_id = ${company_id} AND t.type = 'user' AND ${systemScope('row resolved in scope before')}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Rejects with a message for the form if the name is in use. */
export async function named<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'monitoring_templates_name')
      throw new Problem('CONFLICT', { source: 'name', message: text('monitoring.name_taken') })
    throw error
  }
}

/** Gives every variable its parameter: the previous one or a new one, so that the meaning of an id never changes. */
export async function saveData(db: Db, templateId: number, data: readonly Entry[]): Promise<void> {
  const variables = data.flatMap(({ url, variables }) =>
    variables.map(({ id: name, type, default: fallback = null, enum: allowed = null }) => ({
      url,
      name,
      type,
      fallback,
      allowed,
    })),
  )
  const { rows } = await sql<{ id: number; url: string; name: string }>`
    INSERT INTO template_parameters AS p (template_id, url, name, type, fallback, allowed)
    SELECT ${templateId}::bigint, r.url, r.name, r.type, r.fallback, r.allowed
    FROM jsonb_to_recordset(${JSON.stringify(variables)}::jsonb)
      AS r (url text, name text, type text, fallback text, allowed text[])
    ON CONFLICT (template_id, url, name, type) DO UPDATE SET fallback = excluded.fallback, allowed = excluded.allowed
    RETURNING id, url, name`.execute(db)
  await sql`
    DELETE FROM template_parameters p
    WHERE p.template_id = ${templateId} AND p.id <> ALL (${rows.map(({ id }) => id)}::bigint[])`.execute(db)
  const ids = new Map(rows.map(({ id, url, name }) => [`${url} ${name}`, id]))
  const stored = data.map((entry) => ({
    ...entry,
    variables: entry.variables.map((variable) => ({
      ...variable,
      parameter_id: ids.get(`${entry.url} ${variable.id}`),
    })),
  }))
  await sql`
    UPDATE monitoring_templates t SET data = ${JSON.stringify(stored)}::jsonb, fields_count = ${countVariables(data)},
      runs_commands = ${runsCommands(data)}
    WHERE t.id = ${templateId} AND ${systemScope('row resolved in scope before')}`.execute(db)
}

export async function removeTemplatesOf(db: Db, companyId: number): Promise<void> {
  await sql`
    DELETE FROM monitoring_templates t
    WHERE t.company_id = ${companyId} AND t.type = 'user' AND ${systemScope('row resolved in scope before')}`.execute(
    db,
  )
}

interface FieldRow {
  id: number
  name: string
  data: StoredEntry[]
}

/** Own templates in reach with their parameters, by name. */
export async function findFields(db: Db, scope: Scope): Promise<FieldRow[]> {
  const { rows } = await sql<FieldRow>`
    SELECT t.id, t.name, t.data FROM monitoring_templates t
    WHERE t.type = 'user' AND ${inScope(scope, 't')} ORDER BY t.name_key, t.id LIMIT 1000`.execute(db)
  return rows
}
