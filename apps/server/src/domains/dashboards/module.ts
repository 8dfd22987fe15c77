import { defineModule } from '../../module/module.ts'
import type { BlobStore } from '../files/blobs.ts'
import { taskGroupsInUse } from '../tasks/hooks.ts'
import { dashboardsDemo } from './demo.ts'
import { dashboardRoutes } from './routes.ts'
import { groupsOfDashboards } from './task-groups.ts'

export const dashboardsModule = defineModule({
  name: 'dashboards',
  hooks: () => [taskGroupsInUse.use(groupsOfDashboards)],
  routes: ({ blobs }: { blobs: BlobStore }) => dashboardRoutes({ blobs, now: () => new Date() }),
  demo: dashboardsDemo,
})
