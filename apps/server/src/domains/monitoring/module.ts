import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { devicesDeleted } from '../devices/hooks.ts'
import { dayTable, historyTables, hourTable } from './history-tables.ts'
import { reportsStored } from './hooks.ts'
import { monitoringJobs } from './jobs.ts'
import { forgetDevices } from './reports.ts'
import { monitoringRoutes } from './routes.ts'

export const monitoringModule = defineModule({
  name: 'monitoring',
  offers: [reportsStored],
  hooks: () => [devicesDeleted.use(forgetDevices)],
  routes: () => monitoringRoutes(() => new Date()),
  jobs: ({ db }: Pick<Services, 'db'>) => monitoringJobs(db),
  partitions: [...historyTables, hourTable, dayTable],
  retention: [{ table: 'report_mark', since: 'at', days: 365 }],
  tables: { follow: ['company_data_usage'] },
})
