import { defineModule } from '../../module/module.ts'
import type { BlobStore } from '../files/blobs.ts'
import { dashboardRoutes } from './routes.ts'

export const dashboardsModule = defineModule({
  name: 'dashboards',
  routes: ({ blobs }: { blobs: BlobStore }) => dashboardRoutes({ blobs, now: () => new Date() }),
})
