import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { auditJobs } from './jobs.ts'
import { handOverAudit } from './old-keys.ts'
import { auditList } from './read.ts'
import { auditRoutes } from './routes.ts'
import { undoHours } from './undo-store.ts'

export const auditModule = defineModule({
  name: 'audit',
  lists: [auditList],
  routes: (_services, assembly) =>
    auditRoutes({ objects: () => assembly.namedObjects, undo: () => assembly.undoKinds() }),
  jobs: (services: Pick<Services, 'db' | 'seal' | 'log'>) => auditJobs(services),
  tables: { stay: ['audit'] },
  retention: [{ table: 'undos', since: 'created_at', hours: undoHours }],
  unexported: ['undos'],
  async rotateKey(db, before, after) {
    await handOverAudit(db, before, after)
    return {}
  },
})
