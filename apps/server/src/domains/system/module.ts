import { liveLimits } from '@longreach/contract/live'
import { sql } from 'kysely'
import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import type { DiskSpace } from './disk-space.ts'
import { diskSpaceMetrics } from './metrics.ts'
import { systemRoutes } from './routes.ts'

interface Needs extends Pick<Services, 'metrics'> {
  diskSpace: DiskSpace
}

export const systemModule = defineModule({
  name: 'system',
  routes: ({ diskSpace }: Needs) => systemRoutes(diskSpace),
  metrics: ({ metrics, diskSpace }: Needs) => diskSpaceMetrics(metrics, diskSpace),
  unexported: ['channel_events', 'rate_limits'],
  // Rows that no domain owns.
  retention: [
    { table: 'channel_events', since: 'created_at', hours: liveLimits.keptSeconds / 3600 },
    { table: 'rate_limits', since: sql<Date>`to_timestamp(expire / 1000.0)`, hours: 0 },
  ],
})
