import { templateLimits } from '@longreach/contract/monitoring/template-constants'
import { defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import type { Services } from '../../module/services.ts'
import { companiesLosing, companiesMoving, companyDeleted } from '../companies/hooks.ts'
import { devicesDeleted, devicesMoving, monitoringTurnedOn } from '../devices/hooks.ts'
import { dayTable, fleetDayTable, historyTables, hourTable } from './history-tables.ts'
import { reportsStored } from './hooks.ts'
import { monitoringJobs } from './jobs.ts'
import { forgetDevices } from './reports.ts'
import { monitoringRoutes } from './routes.ts'
import { requireFreeParameters } from './templates/assignments.ts'
import { countLostTemplates, moveTemplates, moveTemplatesOfCompanies, restoredTemplates } from './templates/moves.ts'
import { templateRoutes } from './templates/routes.ts'
import { type TestDeps, testRoute } from './templates/template-test.ts'
import { monitoringTemplateList, removeTemplatesOf } from './templates/templates.ts'
import { editedSims, usageRoutes } from './usage/routes.ts'
import { trafficTable } from './usage/traffic.ts'

type Needs = Pick<Services, 'db' | 'bus' | 'emit'>

interface ApiNeeds extends Needs {
  connect: { reach: Pick<TestDeps, 'ask'> }
}

export const monitoringModule = defineModule({
  name: 'monitoring',
  lists: [monitoringTemplateList],
  named: [namedObject('monitoring_template', 'view_monitoring', monitoringTemplateList)],
  offers: [reportsStored],
  hooks: ({ bus }: Needs) => [
    devicesDeleted.use(forgetDevices),
    monitoringTurnedOn.use(requireFreeParameters),
    devicesMoving.use(moveTemplates(bus)),
    companiesLosing.use(countLostTemplates),
    companiesMoving.use(moveTemplatesOfCompanies),
    companyDeleted.use(removeTemplatesOf),
  ],
  routes: ({ db, bus, connect }: ApiNeeds) => [
    ...monitoringRoutes(() => new Date()),
    ...usageRoutes(() => new Date()),
    ...templateRoutes(bus, () => new Date()),
    testRoute({ db, ask: (...asked) => connect.reach.ask(...asked) }),
  ],
  undo: () => [restoredTemplates, editedSims],
  jobs: ({ db, emit }: Needs) => monitoringJobs(db, emit),
  partitions: [...historyTables, hourTable, dayTable, fleetDayTable, trafficTable],
  retention: [
    { table: 'report_mark', since: 'at', days: 365 },
    { table: 'template_logs', since: 'created_at', days: templateLimits.logDays },
  ],
  tables: { follow: ['company_data_usage', 'monitoring_templates'], stay: ['template_logs'] },
})
