import { Readable } from 'node:stream'
import {
  createImage,
  deleteImage,
  getImage,
  getThumbnail,
  listImages,
  updateImage,
} from '@longreach/contract/files/image-endpoints'
import { type ImageRecord, imageSchema } from '@longreach/contract/files/image-schemas'
import { formatTime } from '@longreach/contract/time'
import type { Db } from '../../db/client.ts'
import { chooseFields } from '../../endpoint/choose-fields.ts'
import { notFound } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import type { Uploaded } from '../../endpoint/upload.ts'
import { checkFileName } from './add-file.ts'
import type { BlobStore } from './blobs.ts'
import * as images from './image-store.ts'
import { companyOf } from './upload-routes.ts'
import { checkQuota } from './uploads.ts'

export interface ImageDeps {
  blobs: BlobStore
  /** Bytes of files a company may have. */
  quota: number
}

const presentImage = (row: images.ImageRow): ImageRecord => ({
  ...row,
  created_at: formatTime(row.created_at),
  updated_at: formatTime(row.updated_at),
})

async function lockOne({ db, scope }: Pick<Call, 'db' | 'scope'>, id: number): Promise<images.LockedImage> {
  const image = await images.lockImage(db, scope, id)
  if (!image) throw notFound()
  return image
}

export function imageRoutes({ blobs, quota }: ImageDeps): Route[] {
  async function storeBytes(db: Db, bytes: Buffer, companyId: number): Promise<number> {
    const id = await blobs.start(db)
    await blobs.append(db, id, 0, Readable.from([bytes]))
    return (await blobs.finish(db, id, companyId)).id
  }

  async function sendContent(
    { db, scope, reply }: Pick<Call, 'db' | 'scope' | 'reply'>,
    id: number,
    part: 'blob_id' | 'thumbnail_id',
  ) {
    const image = await images.findImageContent(db, scope, id)
    if (!image) throw notFound()
    reply.header('content-type', `image/${image.format}`)
    return { data: (await blobs.read(db, image[part])) as never }
  }

  return [
    route(listImages, async ({ db, scope, query }) => {
      if (query.fields_only) return { data: [], meta: { total: 0, fields: Object.keys(imageSchema.shape) } }
      const { page, total } = await images.findImages(db, scope, query)
      return { data: page.map((row) => chooseFields(presentImage(row), query.fields)), meta: { total } }
    }),
    route(createImage, async ({ db, scope, session, body, files, audit }) => {
      const { name, bytes } = files.image as Uploaded
      checkFileName(name)
      const company = await companyOf({ db, scope, session }, body.company_id)
      // Loaded with the first image, for a quicker start.
      const { rewriteImage } = await import('./rewrite-image.ts')
      const { bytes: content, thumbnail, ...facts } = await rewriteImage(bytes)
      await checkQuota(db, company.company_id, content.length, quota)
      const { type, description = '' } = body
      const id = await images.insertImage(db, {
        ...facts,
        company_id: company.company_id,
        type,
        name,
        description,
        size: content.length,
        blob_id: await storeBytes(db, content, company.company_id),
        thumbnail_id: await storeBytes(db, thumbnail, company.company_id),
        user_id: session.userId,
      })
      audit({ target: 'image', targetId: id, company, after: { name, type, description } })
      return { data: { id } }
    }),
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
      const { id, name, type, description, ...company } = await lockOne(call, call.params.id)
      await images.removeImages(call.db, [id])
      call.audit({ target: 'image', targetId: id, company, before: { name, type, description } })
      return { data: {} }
    }),
  ]
}
