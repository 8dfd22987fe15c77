import type { Db } from '../db/client.ts'
import type { BlobStore } from '../domains/files/blobs.ts'
import type { StoreUpload } from '../endpoint/upload.ts'

export interface Storage {
  store: StoreUpload
  /** Removes unfinished blobs. */
  drop(): Promise<void>
}

export function storeUploads({ db, blobs }: { db: Db; blobs: BlobStore }): Storage {
  const stored: number[] = []
  return {
    async store(bytes) {
      const blobId = await blobs.start(db)
      stored.push(blobId)
      return { blobId, size: await blobs.append(db, blobId, 0, bytes) }
    },
    async drop() {
      for (const blobId of stored) await blobs.drop(db, blobId)
    },
  }
}
