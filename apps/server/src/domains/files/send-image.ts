import type { Call } from '../../endpoint/route.ts'
import type { BlobStore } from './blobs.ts'
import type { ImageContent } from './image-store.ts'

/** Responds with the picture or its thumbnail. */
export async function sendImage(
  blobs: BlobStore,
  { db, reply }: Pick<Call, 'db' | 'reply'>,
  image: ImageContent,
  part: 'blob_id' | 'thumbnail_id',
) {
  reply.header('content-type', `image/${image.format}`)
  // The content never changes, but not every user of a browser may see it: the browser must revalidate.
  const tag = `"${image[part]}"`
  reply.header('etag', tag).header('cache-control', 'private, no-cache')
  if (reply.request.headers['if-none-match'] === tag) {
    reply.status(304)
    return { data: '' as never }
  }
  return { data: (await blobs.read(db, image[part])) as never }
}
