import type { importDevices } from '@longreach/contract/devices/import-endpoints'
import { importedLabelForm, importedRowForm, mostImported } from '@longreach/contract/devices/import-forms'
import type { BodyOf } from '@longreach/contract/endpoint'
import { formSchema } from '@longreach/contract/forms/schema'
import { type Text, text } from '@longreach/contract/i18n'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import { normaliseMac } from '@longreach/contract/link/identity'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Placement, type Scope } from '../../../db/scope.ts'
import { lacks } from '../../../endpoint/lacks.ts'
import type { Call } from '../../../endpoint/route.ts'
import { type RowError, readSheet, type SheetColumns, type SheetRow, validateRows } from '../../../endpoint/sheet.ts'
import { findUnauthorized, type Identity } from '../authorized/devices.ts'

type Options = Pick<BodyOf<typeof importDevices>, 'device_series' | 'add_without_password'>

export type ImportColumn = 'serial' | 'mac' | 'imei' | 'name' | 'password' | 'tags'

const columns: SheetColumns<ImportColumn> = {
  serial: ['serial_number', 's_n'],
  mac: ['mac_address', 'lan_mac'],
  imei: [],
  name: ['device_name'],
  password: ['password_confirmation', 'device_password'],
  tags: ['tag'],
}
export const importColumns = Object.keys(columns) as ImportColumn[]

/** A row of the file, with the error that is already known. */
export interface ImportRow extends SheetRow<ImportColumn> {
  tagIds: readonly number[]
  error: RowError | null
}

export interface CheckedRows {
  rows: readonly ImportRow[]
  /** In the order of the file. */
  errors: readonly RowError[]
  unauthorized: readonly Identity[]
}

const rowSchema = formSchema(importedRowForm)
const labelSchema = formSchema(importedLabelForm)

export const identityOf = ({ serial = '', mac, imei }: SheetRow<ImportColumn>['cells']): Identity => ({
  serial,
  mac: mac === undefined ? null : normaliseMac(mac),
  imei: imei ?? null,
})

async function findRowErrors(rows: readonly SheetRow<ImportColumn>[], options: Options): Promise<RowError[]> {
  const { device_series, add_without_password } = options
  const values = rows.map(({ line, faults, cells: { password, tags: _, ...cells } }) => ({
    line,
    faults,
    cells: { ...cells, device_series, ...(password === undefined ? {} : { password_confirmation: password }) },
  }))
  const { errors } = await (add_without_password ? validateRows(labelSchema, values) : validateRows(rowSchema, values))
  return errors.map((error) => ({
    ...error,
    column: error.column === 'password_confirmation' ? 'password' : error.column,
  }))
}

/** Rows whose serial occurs earlier in the file. */
function findRepeated(rows: readonly SheetRow<ImportColumn>[]): RowError[] {
  const lines = new Map<string, number>()
  return rows.flatMap(({ line, cells: { serial = '' } }) => {
    const first = lines.get(serial)
    if (first === undefined) lines.set(serial, line)
    if (first === undefined || serial === '') return []
    return [{ line, column: 'serial', message: text('devices.import_repeated', { first }) }]
  })
}

async function findListed(db: Db, scope: Scope, rows: readonly SheetRow<ImportColumn>[]): Promise<RowError[]> {
  const { rows: found } = await sql<{ serial: string }>`
    SELECT DISTINCT d.serial FROM devices d
    WHERE d.serial = ANY (${rows.map(({ cells }) => cells.serial ?? '')}::text[]) AND d.deleted_at IS NULL
      AND ${inScope(scope, 'd')}`.execute(db)
  const listed = new Set(found.map(({ serial }) => serial))
  return rows
    .filter(({ cells }) => listed.has(cells.serial ?? ''))
    .map(({ line }) => ({ line, column: 'serial', message: text('devices.already_listed') }))
}

const namesOf = ({ cells: { tags = '' } }: SheetRow<ImportColumn>) =>
  tags
    .split(/[;|,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

type TagsByName = ReadonlyMap<string, number>

/** Tags that devices of the company can have, by name; of several with one name, the tag of the nearest company. */
async function findTags(
  { db, scope, session }: Pick<Call, 'db' | 'scope' | 'session'>,
  company: Placement,
  names: string[],
) {
  if (names.length === 0) return new Map<string, number>()
  if (!session.permissions.has('assign_tags')) throw lacks(session, 'assign_tags', 'tag_id')
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT t.id, t.name FROM tags t
    WHERE t.name_key = ANY (${[...new Set(names.map((name) => name.toLowerCase()))]}::text[])
      AND t.company_id = ANY (${[company.l1_id, company.l2_id, company.company_id]}::bigint[]) AND ${inScope(scope, 't')}
    ORDER BY array_position(${[company.l1_id, company.l2_id, company.company_id]}::bigint[], t.company_id)`.execute(db)
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]))
}

function findUnknownTags(rows: readonly SheetRow<ImportColumn>[], tags: TagsByName): RowError[] {
  return rows.flatMap((row) => {
    const name = namesOf(row).find((one) => !tags.has(one.toLowerCase()))
    if (name === undefined) return []
    return [{ line: row.line, column: 'tags', message: text('devices.import_no_tag', { name: name.slice(0, 64) }) }]
  })
}

/** The rows of a file, each checked as if it were added alone. Nothing is written. */
export async function checkRows(
  call: Pick<Call, 'db' | 'scope' | 'session'>,
  company: Placement,
  bytes: Buffer,
  options: Options,
): Promise<CheckedRows> {
  const rows = await readSheet(bytes, columns, {
    required: 'serial',
    most: mostImported,
    verbatim: 'password',
    identifiers: ['serial', 'mac', 'imei'],
  })
  const identities = rows.map(({ cells }) => identityOf(cells))
  const unauthorized = await findUnauthorized(call.db, identities)
  const tags = await findTags(call, company, rows.flatMap(namesOf))
  const refusal = linkReasons[linkCodes.wrongProof] as Text
  const errors = [
    ...(await findRowErrors(rows, options)),
    ...findRepeated(rows),
    ...(await findListed(call.db, call.scope, rows)),
    ...findUnknownTags(rows, tags),
    ...[...unauthorized].map((at) => ({ line: rows[at]?.line ?? 0, column: 'serial', message: refusal })),
  ].sort((a, b) => a.line - b.line)
  const byLine = new Map<number, RowError>()
  for (const error of errors) if (!byLine.has(error.line)) byLine.set(error.line, error)
  return {
    rows: rows.map((row) => ({
      ...row,
      tagIds: namesOf(row).flatMap((name) => tags.get(name.toLowerCase()) ?? []),
      error: byLine.get(row.line) ?? null,
    })),
    errors,
    unauthorized: [...unauthorized].flatMap((at) => identities[at] ?? []),
  }
}
