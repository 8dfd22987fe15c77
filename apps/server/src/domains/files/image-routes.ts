import {
  createImage,
  deleteImage,
  deleteImages,
  getImage,
  getThumbnail,
  listImages,
  updateImage,
} from '@longreach/contract/files/image-endpoints'
import type { ImageRecord } from '@longreach/contract/files/image-schemas'
import { formatTime } from '@longreach/contract/time'
import type { Db } from '../../db/client.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, preparedRoute, type Route, route } from '../../endpoint/route.ts'
import { missingRows, selectedIds } from '../../endpoint/selection.ts'
import type { Uploaded } from '../../endpoint/upload.ts'
import { requireCompanies } from '../companies/store.ts'
import { checkFileName } from './add-file.ts'
import type { BlobStore } from './blobs.ts'
import * as images from './image-store.ts'
import { sendImage } from './send-image.ts'
import { companyOf } from './upload-routes.ts'
import { checkQuota } from './uploads.ts'

export interface ImageDeps {
  blobs: BlobStore
  /** Total bytes of files that a company may store. */
  quota: number
}

const presentImage = (row: images.ImageRow): ImageRecord => ({
  ...row,
  created_at: formatTime(row.created_at),
  updated_at: formatTime(row.updated_at),
})

async function lockOne({ db, scope }: Pick<Call, 'db' | 'scope'>, id: number): Promise<images.LockedImage> {
  const [image] = await images.lockImages(db, scope, [id])
  if (!image) throw notFound()
  return image
}

async function remove({ db, audit }: Pick<Call, 'db' | 'audit'>, some: readonly images.LockedImage[]): Promise<void> {
  await images.removeImages(
    db,
    some.map(({ id }) => id),
  )
  for (const { id, name, type, description, ...company } of some)
    audit({ target: 'image', targetId: id, company, before: { name, type, description } })
}

/** Checks and decodes an uploaded image. */
async function prepareImage({ name, bytes }: Uploaded) {
  checkFileName(name)
  // Loaded with the first image, for a faster start of the server.
  const { rewriteImage } = await import('./rewrite-image.ts')
  return { name, ...(await rewriteImage(bytes)) }
}

export function imageRoutes({ blobs, quota }: ImageDeps): Route[] {
  const storeBytes = async (db: Db, bytes: Buffer, companyId: number) => (await blobs.put(db, bytes, companyId)).id

  async function sendContent(
    { db, scope, reply }: Pick<Call, 'db' | 'scope' | 'reply'>,
    id: number,
    part: 'blob_id' | 'thumbnail_id',
  ) {
    const image = await images.findImageContent(db, scope, id)
    if (!image) throw notFound()
    return sendImage(blobs, { db, reply }, image, part)
  }

  return [
    route(listImages, async ({ db, scope, query }) => {
      const { page, total } = await images.findImages(db, scope, query)
      return { data: page.map(presentImage), meta: { total } }
    }),
    preparedRoute(
      createImage,
      ({ files }) => prepareImage(files.image as Uploaded),
      async ({ db, scope, session, body, audit }, { bytes, thumbnail, ...facts }) => {
        const { upload_key } = body
        const uploaded = upload_key && (await images.findUploaded(db, scope, session.userId, upload_key))
        if (uploaded) return { data: { id: uploaded } }
        const company = await companyOf({ db, scope, session }, body.company_id)
        await checkQuota(db, company.company_id, bytes.length, quota)
        const { type, description = '' } = body
        const id = await images.insertImage(db, {
          ...facts,
          company_id: company.company_id,
          type,
          description,
          size: bytes.length,
          blob_id: await storeBytes(db, bytes, company.company_id),
          thumbnail_id: await storeBytes(db, thumbnail, company.company_id),
          user_id: session.userId,
          upload_key,
        })
        audit({ target: 'image', targetId: id, company, after: { name: facts.name, type, description } })
        return { data: { id } }
      },
    ),
    route(getImage, (call) => sendContent(call, call.params.id, 'blob_id')),
    route(getThumbnail, (call) => sendContent(call, call.params.id, 'thumbnail_id')),
    route(updateImage, async (call) => {
      const { id, name, description: before, ...company } = await lockOne(call, call.params.id)
      const description = call.body.description ?? before
      await images.describeImage(call.db, id, description)
      call.audit({
        target: 'image',
        targetId: id,
        name,
        company,
        before: { description: before },
        after: { description },
      })
      return { data: {} }
    }),
    route(deleteImage, async (call) => {
      await remove(call, [await lockOne(call, call.params.id)])
      return { data: {} }
    }),
    route(deleteImages, async (call) => {
      const { db, scope, body } = call
      const { id, filter = {} } = body
      const selected = await selectedIds(id, async (most) => {
        await requireCompanies(db, scope, [filter.company_id, filter['ne:company_id']])
        return images.findImageIds(db, scope, filter, most)
      })
      const found = await images.lockImages(db, scope, selected)
      const errors = missingRows(id, found)
      if (found.length === 0) throw new Problem('NOT_FOUND', { errors })
      await remove(call, found)
      return { data: found.map((image) => ({ id: image.id })), errors }
    }),
  ]
}
