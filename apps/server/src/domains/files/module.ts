import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { sweepBlobs, sweepJob } from './sweep.ts'

export const filesModule = defineModule({
  name: 'files',
  jobs: ({ db }: Pick<Services, 'db'>) => [sweepJob.handle(() => sweepBlobs(db))],
  // Content is fetched as files.
  unexported: ['blob_chunks'],
  sealed: [{ table: 'blobs', id: 'id', column: 'sealed_key' }],
})
