import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { auditJobs } from './jobs.ts'
import { handOverAudit } from './old-keys.ts'
import { auditList } from './read.ts'
import { auditRoutes } from './routes.ts'

export const auditModule = defineModule({
  name: 'audit',
  lists: [auditList],
  routes: (_services, assembly) => auditRoutes(() => assembly.namedObjects),
  jobs: (services: Pick<Services, 'db' | 'seal' | 'log'>) => auditJobs(services),
  tables: { stay: ['audit'] },
  async rotateKey(db, before, after) {
    await handOverAudit(db, before, after)
    return {}
  },
})
