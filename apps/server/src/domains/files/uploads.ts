import type { Readable } from 'node:stream'
import { type FileType, fileLimits } from '@longreach/contract/files/constants'
import { maxFileSize, sizeText, tooLarge } from '@longreach/contract/forms/files'
import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { checkFileName } from './add-file.ts'
import type { BlobStore } from './blobs.ts'
import { sizeOfFiles } from './store.ts'

export interface UploadRow {
  id: number
  company_id: number
  type: FileType
  name: string
  description: string
  size: number
  blob_id: number | null
  file_id: number | null
}

export interface NewUpload {
  userId: number
  companyId: number
  type: FileType
  name: string
  description: string
  size: number
}

/** Throws if a company's files would exceed the quota. */
export async function checkQuota(db: Db, companyId: number, size: number, quota: number): Promise<void> {
  if (companyId === 0) return
  await sql`SELECT pg_advisory_xact_lock(hashtext('files.quota'), ${companyId}::int)`.execute(db)
  const free = quota - (await sizeOfFiles(db, companyId))
  if (size <= free) return
  const message = text('files.quota', { quota: sizeText(quota), free: sizeText(Math.max(0, free)) })
  throw new Problem('CONFLICT', { source: 'file', message })
}

const expiry = sql<Date>`now() + make_interval(hours => ${fileLimits.hours})`

export async function startUpload(
  db: Db,
  blobs: BlobStore,
  { userId, companyId, type, name, description, size }: NewUpload,
  quota: number,
): Promise<number> {
  if (size > maxFileSize) throw new Problem('VALIDATION_FAILED', { source: 'size', message: tooLarge({}) })
  checkFileName(name)
  await checkQuota(db, companyId, size, quota)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM uploads u
    WHERE u.user_id = ${userId} AND u.file_id IS NULL AND u.expires_at > now()`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count >= fileLimits.uploads)
    throw new Problem('CONFLICT', { message: text('files.too_many_uploads', { count: fileLimits.uploads }) })
  const { id } = await db
    .insertInto('uploads')
    .values({
      user_id: userId,
      company_id: companyId,
      type,
      name,
      description,
      size,
      blob_id: await blobs.start(db),
      expires_at: expiry,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An upload of the user; throws if there is none. */
export async function findUpload(db: Db, userId: number, id: number, lock = false): Promise<UploadRow> {
  const { rows } = await sql<UploadRow>`
    SELECT u.id, u.company_id, u.type, u.name, u.description, u.size, u.blob_id, u.file_id FROM uploads u
    WHERE u.id = ${id} AND u.user_id = ${userId} AND u.expires_at > now() ${lock ? sql`FOR UPDATE` : sql``}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Number of bytes received. */
export const receivedOf = async (db: Db, blobs: BlobStore, { blob_id, size }: UploadRow): Promise<number> =>
  blob_id === null ? size : blobs.received(db, blob_id)

/** The bytes of a part; throws if there are more than allowed. */
async function* bounded(bytes: Readable, left: number) {
  let [part, rest] = [fileLimits.part as number, left]
  // The refusal is sent on the connection on which the bytes arrive, so it must stay open.
  for await (const piece of bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    part -= piece.length
    rest -= piece.length
    if (part < 0)
      throw new Problem('PAYLOAD_TOO_LARGE', {
        message: text('files.part_too_large', { size: sizeText(fileLimits.part) }),
      })
    if (rest < 0) throw new Problem('VALIDATION_FAILED', { source: 'file', message: text('files.too_much') })
    yield piece
  }
}

/** Stores a part as it arrives. Resolves with the offset of the next one. */
export async function receivePart(
  db: Db,
  blobs: BlobStore,
  upload: UploadRow,
  offset: number,
  bytes: Readable,
): Promise<number> {
  if (upload.blob_id === null) throw notFound()
  const received = await blobs.append(db, upload.blob_id, offset, bounded(bytes, upload.size - offset))
  await sql`UPDATE uploads SET expires_at = ${expiry} WHERE id = ${upload.id}`.execute(db)
  return received
}

export async function completeUpload(db: Db, id: number, fileId: number): Promise<void> {
  await sql`UPDATE uploads SET file_id = ${fileId}, blob_id = NULL WHERE id = ${id}`.execute(db)
}

export async function removeUpload(db: Db, blobs: BlobStore, { id, blob_id }: UploadRow): Promise<void> {
  await sql`DELETE FROM uploads WHERE id = ${id}`.execute(db)
  if (blob_id !== null) await blobs.drop(db, blob_id)
}
