import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { devicesDeleted } from '../devices/hooks.ts'
import { dayTable, historyTables, hourTable } from './history-tables.ts'
import { reportsStored } from './hooks.ts'
import { monitoringJobs } from './jobs.ts'
import { forgetDevices } from './reports.ts'
import { monitoringRoutes } from './routes.ts'
import { trafficTable } from './traffic.ts'
import { editedSims, usageRoutes } from './usage-routes.ts'

export const monitoringModule = defineModule({
  name: 'monitoring',
  offers: [reportsStored],
  hooks: () => [devicesDeleted.use(forgetDevices)],
  routes: () => [...monitoringRoutes(() => new Date()), ...usageRoutes(() => new Date())],
  undo: () => [editedSims],
  jobs: ({ db, emit }: Pick<Services, 'db' | 'emit'>) => monitoringJobs(db, emit),
  partitions: [...historyTables, hourTable, dayTable, trafficTable],
  retention: [{ table: 'report_mark', since: 'at', days: 365 }],
  tables: { follow: ['company_data_usage'] },
})
