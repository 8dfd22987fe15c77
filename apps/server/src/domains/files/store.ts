import type { Declaration, FileType } from '@longreach/contract/files/constants'
import { listFiles } from '@longreach/contract/files/endpoints'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inContext, inScope, type Placement, type Scope, systemScope } from '../../db/scope.ts'

export interface FileRow {
  id: number
  name: string
  type: FileType
  description: string
  company_id: number
  company_name: string
  device_id: number | null
  device_model: string | null
  version: string | null
  boards: string[]
  declared: Declaration | null
  file_size: number
  sha256: string
  shared: boolean
  created_at: Date
}

/**
 * Condition for files that the caller's company may use although they are not its own: shared by a company above, or
 * for all companies.
 */
const isShared = (scope: Scope): RawBuilder<boolean> => sql<boolean>`(f.type = 'global_firmware' OR EXISTS (
  SELECT FROM file_companies x JOIN companies own ON own.id = ${scope.id}
  WHERE x.file_id = f.id AND x.company_id IN (own.id, own.l1_id, own.l2_id)
    AND f.company_id IN (own.id, own.l1_id, own.l2_id)))`

export const mayUse = (scope: Scope): RawBuilder<boolean> =>
  scope.column === null ? inScope(scope, 'f') : sql<boolean>`(${inScope(scope, 'f')} OR ${isShared(scope)})`

export const fileList = defineList({
  endpoint: listFiles,
  from: () => sql`files f JOIN companies c ON c.id = f.company_id JOIN blobs b ON b.id = f.blob_id`,
  reach: (scope) => (scope.context ? inContext(scope, 'f') : mayUse(scope)),
  columns: (scope) => sql<FileRow>`
    f.id, f.name, f.type, f.description, f.company_id, c.name AS company_name,
    (SELECT d.id FROM devices d WHERE d.id = f.device_id AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}) AS device_id,
    f.device_model, f.version, f.boards, f.declared, f.size AS file_size, encode(b.hash, 'hex') AS sha256,
    (${inScope(scope, 'f')}) IS NOT TRUE AS shared, f.created_at`,
  id: 'f.id',
  sorts: {
    id: 'f.id',
    name: 'f.name_key',
    type: 'f.type',
    company_name: 'c.name_key',
    device_model: 'f.device_model',
    version: 'f.version',
    file_size: 'f.size',
    created_at: 'f.id',
  },
  defaultSort: '-created_at',
  filters: {
    company_id: 'f.company_id',
    type: (types) => sql`f.type = ANY (${[...types]}::text[])`,
    device_model: 'f.device_model',
    device_id: 'f.device_id',
    ...createdBetween('f.created_at'),
  },
  search: { name: sql`f.name_key`, description: sql`lower(f.description)`, device_model: sql`lower(f.device_model)` },
})

export const { page: findFiles, ids: findFileIds, find: findFile } = fileList

export interface LockedFile extends Placement {
  id: number
  name: string
  type: FileType
  description: string
}

/** Files of companies in reach, without those shared with the caller, locked against any other change. */
export async function lockFiles(db: Db, scope: Scope, ids: readonly number[]): Promise<LockedFile[]> {
  const { rows } = await sql<LockedFile>`
    SELECT f.id, f.name, f.type, f.description, f.company_id, f.l1_id, f.l2_id FROM files f
    WHERE f.id = ANY (${[...ids]}::bigint[]) AND ${inScope(scope, 'f')} ORDER BY f.id FOR UPDATE`.execute(db)
  return rows
}

/** Content of files that the caller may use. */
export async function findContents(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<(Placement & { id: number; name: string; blob_id: number; size: number; created_at: Date })[]> {
  const { rows } = await sql<Placement & { id: number; name: string; blob_id: number; size: number; created_at: Date }>`
    SELECT f.id, f.name, f.blob_id, f.size, f.created_at, f.company_id, f.l1_id, f.l2_id FROM files f
    WHERE f.id = ANY (${[...ids]}::bigint[]) AND ${mayUse(scope)} ORDER BY f.id`.execute(db)
  return rows
}

export interface NewFile {
  company_id: number
  type: FileType
  name: string
  description: string
  blob_id: number
  size: number
  user_id?: number | null
  device_id?: number | null
  device_model?: string | null
  version?: string | null
  boards?: string[]
}

export async function insertFile(db: Db, file: NewFile): Promise<number> {
  const { id } = await db.insertInto('files').values(file).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function describeFile(db: Db, id: number, description: string): Promise<void> {
  await sql`
    UPDATE files f SET description = ${description}
    WHERE f.id = ${id} AND ${systemScope('row resolved in scope before')}`.execute(db)
}

/** Content stays for a day, for requests that are reading it. */
export async function removeFiles(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    WITH removed AS (
      DELETE FROM files f WHERE f.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}
      RETURNING blob_id
    )
    UPDATE blobs SET touched_at = now() WHERE id IN (SELECT blob_id FROM removed)`.execute(db)
}

export async function removeFilesOf(db: Db, companyId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT f.id FROM files f
    WHERE f.company_id = ${companyId} AND ${systemScope('row resolved in scope before')}`.execute(db)
  await removeFiles(
    db,
    rows.map(({ id }) => id),
  )
}

/** Companies that may use a file, as far as the caller sees them. */
export async function findFileCompanies(db: Db, scope: Scope, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT c.id FROM file_companies x JOIN companies c ON c.id = x.company_id
    WHERE x.file_id = ${id} AND ${inScope(scope, 'c')} ORDER BY c.name_key`.execute(db)
  return rows.map((row) => row.id)
}

/** The companies that are below another and in reach. */
export async function findBelow(db: Db, scope: Scope, companyId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT c.id FROM companies c
    WHERE c.id = ANY (${[...ids]}::bigint[]) AND c.id <> ${companyId} AND ${companyId}::bigint IN (0, c.l1_id, c.l2_id)
      AND ${inScope(scope, 'c')}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Replaces the companies in the caller's reach; others stay. */
export async function replaceFileCompanies(db: Db, scope: Scope, id: number, ids: readonly number[]): Promise<void> {
  await sql`
    DELETE FROM file_companies x USING companies c
    WHERE x.file_id = ${id} AND c.id = x.company_id AND ${inScope(scope, 'c')}`.execute(db)
  await sql`
    INSERT INTO file_companies (file_id, company_id) SELECT ${id}, unnest(${[...ids]}::bigint[])
    ON CONFLICT DO NOTHING`.execute(db)
}

/** Bytes of a company's files and images, including announced uploads. */
export async function sizeOfFiles(db: Db, companyId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT (SELECT coalesce(sum(f.size), 0) FROM files f WHERE f.company_id = ${companyId})::bigint
      + (SELECT coalesce(sum(i.size), 0) FROM images i WHERE i.company_id = ${companyId})::bigint
      + (SELECT coalesce(sum(u.size), 0) FROM uploads u
         WHERE u.company_id = ${companyId} AND u.file_id IS NULL AND u.expires_at > now())::bigint AS bytes
    WHERE ${systemScope('row resolved in scope before')}`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Blob of a file; undefined once the file was deleted. */
export async function findContent(db: Db, id: number): Promise<{ blobId: number; size: number } | undefined> {
  const { rows } = await sql<{ blobId: number; size: number }>`
    SELECT f.blob_id AS "blobId", f.size FROM files f
    WHERE f.id = ${id} AND ${systemScope('link of the device itself')}`.execute(db)
  return rows[0]
}
