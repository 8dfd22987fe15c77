import { type ConfigCall, configCalls, variablesOf } from '@longreach/contract/configs/calls'
import type { ConfigSystem } from '@longreach/contract/configs/constants'
import { listConfigTemplates } from '@longreach/contract/configs/endpoints'
import type { ConfigTemplate } from '@longreach/contract/configs/schemas'
import { hiddenValue, isSecretField, replaceSecrets, type SecretNames } from '@longreach/contract/configs/secrets'
import { type Text, text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { defineList } from '../../db/list.ts'
import { inContext, inScope, type Placement, type Scope, systemScope } from '../../db/scope.ts'
import { Problem } from '../../endpoint/problem.ts'

type Row = Omit<ConfigTemplate, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date }

/** Templates of companies in reach, and those that a company above shares. */
const mayUse = (scope: Scope): RawBuilder<boolean> =>
  scope.column === null
    ? inScope(scope, 't')
    : sql<boolean>`(${inScope(scope, 't')} OR (t.shared AND EXISTS (
        SELECT FROM companies own WHERE own.id = ${scope.id} AND t.company_id IN (own.id, own.l1_id, own.l2_id))))`

export const templateList = defineList({
  endpoint: listConfigTemplates,
  from: () => sql`config_templates t JOIN companies c ON c.id = t.company_id`,
  reach: (scope) => (scope.context ? inContext(scope, 't') : mayUse(scope)),
  columns: () => sql<Row>`
    t.id, t.company_id, c.name AS company_name, t.kind, t.name, t.version, t.system, t.firmware, t.min_firmware,
    t.max_firmware, t.shared, t.variables, t.calls_count, t.user_id, t.created_at, t.updated_at`,
  id: 't.id',
  sorts: { name: 't.name_key', created_at: 't.id' },
  defaultSort: 'name',
  filters: { kind: 't.kind' },
  search: { name: sql`t.name_key` },
})

export const presentTemplate = (row: Row): ConfigTemplate => ({
  ...row,
  created_at: formatTime(row.created_at),
  updated_at: formatTime(row.updated_at),
})

export interface StoredTemplate extends Placement {
  id: number
  kind: 'template' | 'saved'
  name: string
  version: string | null
  firmware: string | null
  min_firmware: string | null
  max_firmware: string | null
  shared: boolean
  sealed: Buffer
}

const columns = sql`
  t.id, t.kind, t.name, t.version, t.firmware, t.min_firmware, t.max_firmware, t.shared, t.sealed, t.company_id, t.l1_id,
  t.l2_id`

/** A template that the caller may use. */
export async function findUsable(db: Db, scope: Scope, id: number): Promise<StoredTemplate | undefined> {
  const { rows } = await sql<StoredTemplate>`
    SELECT ${columns} FROM config_templates t WHERE t.id = ${id} AND ${mayUse(scope)}`.execute(db)
  return rows[0]
}

/** A template of a company in reach, locked against any other change. */
export async function lockTemplate(db: Db, scope: Scope, id: number): Promise<StoredTemplate | undefined> {
  const { rows } = await sql<StoredTemplate>`
    SELECT ${columns} FROM config_templates t WHERE t.id = ${id} AND ${inScope(scope, 't')} FOR UPDATE`.execute(db)
  return rows[0]
}

export async function countTemplates(db: Db, { company_id }: Pick<Placement, 'company_id'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM config_templates t
    WHERE t.company_id = ${company_id} AND ${systemScope('row resolved in scope before')}`.execute(db)
  return rows[0]?.count ?? 0
}

interface StoredCalls {
  system: ConfigSystem
  calls_count: number
  variables: string[]
  sealed: Buffer
}

/** Stores a template that was locked; its calls stay if none are given. */
export async function changeTemplate(db: Db, template: StoredTemplate, calls?: StoredCalls): Promise<void> {
  const { id, name, version, firmware, min_firmware, max_firmware, shared } = template
  const changed = calls
    ? sql`, system = ${calls.system}, calls_count = ${calls.calls_count}, variables = ${calls.variables}::text[],
        sealed = ${calls.sealed}`
    : sql``
  await sql`
    UPDATE config_templates t SET name = ${name}, version = ${version}, firmware = ${firmware},
      min_firmware = ${min_firmware}, max_firmware = ${max_firmware}, shared = ${shared}, updated_at = now()${changed}
    WHERE t.id = ${id} AND ${systemScope('row resolved in scope before')}`.execute(db)
}

export async function removeTemplate(db: Db, id: number): Promise<void> {
  await sql`
    DELETE FROM config_templates t
    WHERE t.id = ${id} AND ${systemScope('row resolved in scope before')}`.execute(db)
}

export async function removeTemplatesOf(db: Db, companyId: number): Promise<void> {
  await sql`
    DELETE FROM config_templates t
    WHERE t.company_id = ${companyId} AND ${systemScope('row resolved in scope before')}`.execute(db)
}

const refused = (source: string, message: Text) => new Problem('VALIDATION_FAILED', { source, message })

/** The system whose settings the calls change. Throws if they are for two systems. */
export function systemOfCalls(calls: readonly ConfigCall[]): ConfigSystem {
  const files = calls.filter(({ path }) => path.startsWith('/files/')).length
  if (files > 0 && files < calls.length) throw refused('template', text('configs.two_systems'))
  return files > 0 ? 'files' : 'uci'
}

/** Throws if a template has no version, or a saved configuration has one. */
export function checkVersion(kind: StoredTemplate['kind'], version: string | null): void {
  if (kind === 'template' && version === null) throw refused('version', text('configs.template_version'))
  if (kind === 'saved' && version !== null) throw refused('version', text('configs.saved_version'))
}

/** Columns derived from calls. */
export const factsOfCalls = (calls: readonly ConfigCall[]) => ({
  system: systemOfCalls(calls),
  calls_count: calls.length,
  variables: variablesOf(calls),
})

export const readCalls = (sealed: string): ConfigCall[] => configCalls.parse(JSON.parse(sealed))

/** Calls with the values of secrets hidden; a reference to a variable is not a secret. */
export const hideSecrets = (calls: readonly ConfigCall[], names: SecretNames): ConfigCall[] =>
  eachSecret(calls, names, (value) => (typeof value === 'string' && value.includes('{{') ? value : hiddenValue))

/** Calls of a change in which hidden values are replaced by the secrets of the previous calls. */
export function keepSecrets(
  calls: readonly ConfigCall[],
  before: readonly ConfigCall[],
  names: SecretNames,
): ConfigCall[] {
  const known = new Map<string, unknown>()
  eachSecret(before, names, (value, place) => void known.set(place, value))
  return eachSecret(calls, names, (value, place) => (value === hiddenValue ? (known.get(place) ?? value) : value))
}

/** Calls with the values of secrets replaced; the place of a secret is its call and field. */
function eachSecret(
  calls: readonly ConfigCall[],
  names: SecretNames,
  replace: (value: unknown, place: string) => unknown,
): ConfigCall[] {
  return calls.map((call) => ({
    ...call,
    ...(call.query_parameters && {
      query_parameters: call.query_parameters.map(({ key, value }) => ({
        key,
        value: isSecretField(key, names) ? String(replace(value, `${call.path} ?${key}`)) : value,
      })),
    }),
    ...(call.request_data && {
      request_data: replaceSecrets(call.request_data, names, (value, path) =>
        replace(value, `${call.path} ${path.join('.')}`),
      ) as ConfigCall['request_data'],
    }),
  }))
}
