import { refusedSignIn, reusedCookie } from '@longreach/contract/audit/endpoints'
import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { auditJobs } from './jobs.ts'
import { handOverAudit } from './old-keys.ts'
import { auditList } from './read.ts'
import { auditRoutes } from './routes.ts'

/** What is recorded beside successful calls. */
const otherActions = {
  [refusedSignIn]: 'Refused sign-in',
  [reusedCookie]: 'Session ended: an outdated cookie was used again',
  'devices.replace_key': 'Replace the key of a device',
  'remote.trust_host_key': 'Accept a changed host key',
}

export const auditModule = defineModule({
  name: 'audit',
  lists: [auditList],
  routes: ({ endpoints }: Pick<Services, 'endpoints'>) =>
    auditRoutes(
      new Map([...Object.entries(otherActions), ...endpoints.map(({ name, summary }) => [name, summary] as const)]),
    ),
  jobs: (services: Pick<Services, 'db' | 'seal' | 'log'>) => auditJobs(services),
  tables: { stay: ['audit'] },
  async rotateKey(db, before, after) {
    await handOverAudit(db, before, after)
    return {}
  },
})
