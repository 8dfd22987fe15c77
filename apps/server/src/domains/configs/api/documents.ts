import type { ApiDocument } from '@longreach/contract/configs/document-endpoints'
import { type Text, text } from '@longreach/contract/i18n'
import { findModel } from '@longreach/contract/link/models'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Scope } from '../../../db/scope.ts'
import { Problem } from '../../../endpoint/problem.ts'
import type { Operation, Operations } from './operations.ts'

export type ApiSystem = ApiDocument['system']

export interface StoredDocument extends Omit<ApiDocument, 'created_at'> {
  created_at: Date
  blob_id: number
}

const columns = sql`system, title, version, operations, size, user_id, username, created_at, blob_id`

/** At most one document per system; documents belong to no company. */
export async function findDocuments(db: Db): Promise<StoredDocument[]> {
  const { rows } = await sql<StoredDocument>`SELECT ${columns} FROM api_documents ORDER BY system`.execute(db)
  return rows
}

export async function findDocument(db: Db, system: ApiSystem): Promise<StoredDocument | undefined> {
  const { rows } = await sql<StoredDocument>`
    SELECT ${columns} FROM api_documents WHERE system = ${system}`.execute(db)
  return rows[0]
}

export async function lockDocument(db: Db, system: ApiSystem): Promise<StoredDocument | undefined> {
  const { rows } = await sql<StoredDocument>`
    SELECT ${columns} FROM api_documents WHERE system = ${system} FOR UPDATE`.execute(db)
  return rows[0]
}

/** Stores the document of a system; undefined if there is one and it must not be replaced. */
export async function storeDocument(
  db: Db,
  document: Omit<StoredDocument, 'created_at'>,
  overwrite: boolean,
): Promise<StoredDocument | undefined> {
  const { system, title, version, operations, blob_id, size, user_id, username } = document
  const existing = overwrite
    ? sql`DO UPDATE SET title = excluded.title, version = excluded.version, operations = excluded.operations,
        blob_id = excluded.blob_id, size = excluded.size, user_id = excluded.user_id, username = excluded.username,
        created_at = now()`
    : sql`DO NOTHING`
  const { rows } = await sql<StoredDocument>`
    INSERT INTO api_documents (system, title, version, operations, blob_id, size, user_id, username)
    VALUES (${system}, ${title}, ${version}, ${operations}, ${blob_id}, ${size}, ${user_id}, ${username})
    ON CONFLICT (system) ${existing} RETURNING ${columns}`.execute(db)
  return rows[0]
}

/** Replaces the operations and secret names of a system's document. */
export async function storeOperations(db: Db, system: ApiSystem, { operations, secrets }: Operations): Promise<void> {
  await sql`UPDATE api_documents SET secret_names = ${secrets}::text[] WHERE system = ${system}`.execute(db)
  await sql`DELETE FROM api_operations WHERE system = ${system}`.execute(db)
  for (let from = 0; from < operations.length; from += atOnce) {
    const rows = operations.slice(from, from + atOnce)
    const column = (name: 'path' | 'method' | 'summary') => rows.map((row) => row[name])
    await sql`
      INSERT INTO api_operations (system, path, method, summary, definition)
      SELECT ${system}, path, method, summary, definition FROM unnest(${column('path')}::text[],
        ${column('method')}::text[], ${column('summary')}::text[],
        ${rows.map(({ definition }) => JSON.stringify(definition))}::json[]) AS x (path, method, summary, definition)
      ON CONFLICT DO NOTHING`.execute(db)
  }
}

/** Rows per statement. */
const atOnce = 200

/** Operations whose path or summary contains all of the words, in order of their paths. */
export async function searchOperations(db: Db, system: ApiSystem, words: string, limit: number): Promise<Operation[]> {
  const patterns = words
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const { rows } = await sql<Operation>`
    SELECT path, method, summary, definition FROM api_operations
    WHERE system = ${system} AND (method || ' ' || path || ' ' || summary) ILIKE ALL (${patterns}::text[])
    ORDER BY path, method LIMIT ${limit}`.execute(db)
  return rows
}

export async function removeDocument(db: Db, system: ApiSystem): Promise<void> {
  await sql`DELETE FROM api_documents WHERE system = ${system}`.execute(db)
}

export const presentDocument = ({ blob_id, created_at, ...row }: StoredDocument): ApiDocument => ({
  ...row,
  created_at: formatTime(created_at),
})

/** The system that all of the devices have, by their models; undefined if none of them is in reach. */
export async function systemOfDevices(db: Db, scope: Scope, ids: readonly number[]): Promise<ApiSystem | undefined> {
  const { rows } = await sql<{ name: string; model: string | null }>`
    SELECT d.name, d.model FROM devices d
    WHERE d.id = ANY (${[...ids]}::bigint[]) AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}`.execute(db)
  const refused = (message: Text) => new Problem('CONFLICT', { source: 'device_id', message })
  const systems = rows.map(({ name, model }) => {
    const os = findModel(model ?? '')?.os
    if (os === undefined) throw refused(text('configs.document_unknown', { name }))
    return os.toLowerCase() as ApiSystem
  })
  const [first, other] = new Set(systems)
  if (other !== undefined) throw refused(text('configs.document_two'))
  return first
}
