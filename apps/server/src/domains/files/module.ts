import { defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import type { Services } from '../../module/services.ts'
import { companyDeleted } from '../companies/hooks.ts'
import type { DiskSpace } from '../system/disk-space.ts'
import type { BlobStore } from './blobs.ts'
import { downloadRoutes } from './download-routes.ts'
import { filesInUse } from './hooks.ts'
import { imageRoutes } from './image-routes.ts'
import { imageList, removeImagesOf } from './image-store.ts'
import { fileRoutes } from './routes.ts'
import { fileList, removeFilesOf } from './store.ts'
import { sweepBlobs, sweepJob } from './sweep.ts'
import { uploadRoutes } from './upload-routes.ts'

interface Needs extends Pick<Services, 'config' | 'db'> {
  blobs: BlobStore
  diskSpace: DiskSpace
}

const quotaOf = ({ FILES_QUOTA_MB }: Needs['config']) => FILES_QUOTA_MB * 1024 * 1024

export const filesModule = defineModule({
  name: 'files',
  offers: [filesInUse],
  lists: [fileList, imageList],
  named: [namedObject('file', 'view_files', fileList), namedObject('image', 'view_images', imageList)],
  hooks: () => [companyDeleted.use(removeFilesOf), companyDeleted.use(removeImagesOf)],
  routes: ({ config, blobs, diskSpace }: Needs, { handlers }) => [
    ...fileRoutes({ inUse: handlers(filesInUse) }),
    ...uploadRoutes({ blobs, diskSpace, quota: quotaOf(config) }),
    ...imageRoutes({ blobs, quota: quotaOf(config) }),
    ...downloadRoutes({ blobs }),
  ],
  jobs: ({ db }: Needs) => [sweepJob.handle(() => sweepBlobs(db))],
  retention: [{ table: 'uploads', since: 'expires_at', hours: 1 }],
  tables: { follow: ['files', 'images'] },
  // Content is exported as files; uploads last a day.
  unexported: ['blob_chunks', 'uploads'],
  sealed: [{ table: 'blobs', id: 'id', column: 'sealed_key' }],
})
