import { mailLogDays } from '@longreach/contract/mail/constants'
import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { companyDeleted } from '../companies/hooks.ts'
import { removeMailsOf } from './company-purge.ts'
import { mailJobs } from './jobs.ts'
import { mailRoutes } from './routes.ts'
import { mailList } from './store.ts'
import type { Transport } from './transport.ts'

interface Needs extends Pick<Services, 'db' | 'seal' | 'brand'> {
  /** undefined without a mail server. */
  transport: Transport | undefined
}

export const mailModule = defineModule({
  name: 'mail',
  lists: [mailList],
  hooks: () => [companyDeleted.use(removeMailsOf)],
  routes: ({ seal, transport }: Needs) => mailRoutes({ seal, sends: transport !== undefined }),
  jobs: (services: Needs) => mailJobs(services),
  // The log stays with the company where the mails were sent.
  tables: { stay: ['mails'] },
  retention: [{ table: 'mails', since: 'created_at', days: mailLogDays }],
  sealed: [{ table: 'mails', id: 'id', column: 'sealed' }],
})
