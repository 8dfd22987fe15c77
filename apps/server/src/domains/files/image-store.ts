import { listImages } from '@longreach/contract/files/image-endpoints'
import type { imageTypes } from '@longreach/contract/files/images'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inContext, inScope, type Placement, type Scope, systemScope } from '../../db/scope.ts'
import type { ImageFormat } from './rewrite-image.ts'

type ImageType = (typeof imageTypes)[number]

export interface ImageRow {
  id: number
  name: string
  type: ImageType
  description: string
  company_id: number
  company_name: string
  user_id: number | null
  size: number
  original_width: number
  original_height: number
  created_at: Date
  updated_at: Date
}

export const imageList = defineList({
  endpoint: listImages,
  from: () => sql`images i JOIN companies c ON c.id = i.company_id`,
  reach: (scope) => inContext(scope, 'i'),
  columns: (scope) => sql<ImageRow>`
    i.id, i.name, i.type, i.description, i.company_id, c.name AS company_name,
    (SELECT u.id FROM users u WHERE u.id = i.user_id AND ${inScope(scope, 'u')}) AS user_id,
    i.size, i.width AS original_width, i.height AS original_height, i.created_at, i.updated_at`,
  id: 'i.id',
  sorts: {
    id: 'i.id',
    name: 'i.name_key',
    company_name: 'c.name_key',
    size: 'i.size',
    created_at: 'i.id',
    updated_at: 'i.updated_at',
  },
  defaultSort: '-created_at',
  filters: { company_id: 'i.company_id', ...createdBetween('i.created_at') },
  search: { name: sql`i.name_key`, description: sql`lower(i.description)` },
})

export const { page: findImages, ids: findImageIds } = imageList

export interface ImageContent {
  format: ImageFormat
  size: number
  blob_id: number
  thumbnail_id: number
}

export async function findImageContent(db: Db, scope: Scope, id: number): Promise<ImageContent | undefined> {
  const { rows } = await sql<ImageContent>`
    SELECT i.format, i.size, i.blob_id, i.thumbnail_id FROM images i
    WHERE i.id = ${id} AND ${inScope(scope, 'i')}`.execute(db)
  return rows[0]
}

export interface LockedImage extends Placement {
  id: number
  name: string
  type: ImageType
  description: string
}

export async function lockImages(db: Db, scope: Scope, ids: readonly number[]): Promise<LockedImage[]> {
  const { rows } = await sql<LockedImage>`
    SELECT i.id, i.name, i.type, i.description, i.company_id, i.l1_id, i.l2_id FROM images i
    WHERE i.id = ANY (${[...ids]}::bigint[]) AND ${inScope(scope, 'i')} ORDER BY i.id FOR UPDATE`.execute(db)
  return rows
}

export interface NewImage extends ImageContent {
  company_id: number
  type: ImageType
  name: string
  description: string
  width: number
  height: number
  user_id: number
  upload_key: string | undefined
}

/** The image that a user uploaded under a key. Until the transaction ends, no other call can upload one under it. */
export async function findUploaded(db: Db, scope: Scope, userId: number, key: string): Promise<number | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('images.upload'), hashtext(${`${userId} ${key}`}))`.execute(db)
  const { rows } = await sql<{ id: number }>`
    SELECT i.id FROM images i
    WHERE i.user_id = ${userId} AND i.upload_key = ${key} AND ${inScope(scope, 'i')}`.execute(db)
  return rows[0]?.id
}

export async function insertImage(db: Db, image: NewImage): Promise<number> {
  const { id } = await db.insertInto('images').values(image).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function describeImage(db: Db, id: number, description: string): Promise<void> {
  await sql`
    UPDATE images i SET description = ${description}, updated_at = now()
    WHERE i.id = ${id} AND ${systemScope('row resolved in scope before')}`.execute(db)
}

/** Content stays for a day, for requests that are reading it. */
export async function removeImages(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    WITH removed AS (
      DELETE FROM images i WHERE i.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}
      RETURNING blob_id, thumbnail_id
    )
    UPDATE blobs SET touched_at = now()
    WHERE id IN (SELECT blob_id FROM removed UNION ALL SELECT thumbnail_id FROM removed)`.execute(db)
}

export async function removeImagesOf(db: Db, companyId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT i.id FROM images i
    WHERE i.company_id = ${companyId} AND ${systemScope('row resolved in scope before')}`.execute(db)
  await removeImages(
    db,
    rows.map(({ id }) => id),
  )
}
