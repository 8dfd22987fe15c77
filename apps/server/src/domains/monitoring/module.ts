import { templateLimits } from '@longreach/contract/monitoring/template-constants'
import { defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import type { Services } from '../../module/services.ts'
import { companiesLosing, companiesMoving, companyDeleted } from '../companies/hooks.ts'
import { devicesDeleted, devicesMoving, monitoringTurnedOn } from '../devices/hooks.ts'
import { monitoringDemo } from './demo.ts'
import { dayTable, fleetDayTable, historyTables, hourTable } from './history-tables.ts'
import { reportsStored, simLimitsSet } from './hooks.ts'
import { monitoringJobs } from './jobs.ts'
import { forgetDevices } from './reports.ts'
import { monitoringRoutes } from './routes.ts'
import { requireFreeParameters } from './templates/assignments.ts'
import { countLostTemplates, moveTemplates, moveTemplatesOfCompanies, restoredTemplates } from './templates/moves.ts'
import { templateRoutes } from './templates/routes.ts'
import { type TestDeps, testRoute } from './templates/template-test.ts'
import { monitoringTemplateList, removeTemplatesOf } from './templates/templates.ts'
import { usageRoutes } from './usage/routes.ts'
import { changedSims } from './usage/sim-changes.ts'
import { simList } from './usage/sim-list.ts'
import { moveSims, removeSimsOf } from './usage/sim-moves.ts'
import { simRoutes } from './usage/sim-routes.ts'
import { trafficTable } from './usage/traffic.ts'

type Needs = Pick<Services, 'db' | 'bus' | 'emit'>

interface ApiNeeds extends Needs {
  connect: { reach: Pick<TestDeps, 'ask'> }
}

export const monitoringModule = defineModule({
  name: 'monitoring',
  lists: [monitoringTemplateList, simList],
  named: [namedObject('monitoring_template', 'view_monitoring', monitoringTemplateList)],
  offers: [reportsStored, simLimitsSet],
  hooks: ({ bus }: Needs) => [
    devicesDeleted.use(forgetDevices),
    monitoringTurnedOn.use(requireFreeParameters),
    devicesMoving.use(moveTemplates(bus)),
    devicesMoving.use(moveSims),
    companiesLosing.use(countLostTemplates),
    companiesMoving.use(moveTemplatesOfCompanies),
    companyDeleted.use(removeTemplatesOf),
    companyDeleted.use(removeSimsOf),
  ],
  routes: ({ db, bus, connect }: ApiNeeds, { handlers }) => [
    ...monitoringRoutes(() => new Date()),
    ...usageRoutes(() => new Date(), handlers(simLimitsSet)),
    ...simRoutes(handlers(simLimitsSet)),
    ...templateRoutes(bus, () => new Date()),
    testRoute({ db, ask: (...asked) => connect.reach.ask(...asked) }),
  ],
  undo: (_services, { handlers }) => [restoredTemplates, changedSims(handlers(simLimitsSet))],
  jobs: ({ db, emit }: Needs) => monitoringJobs(db, emit),
  partitions: [...historyTables, hourTable, dayTable, fleetDayTable, trafficTable],
  retention: [
    { table: 'report_mark', since: 'at', days: 365 },
    { table: 'template_logs', since: 'created_at', days: templateLimits.logDays },
  ],
  demo: monitoringDemo,
  tables: { follow: ['company_data_usage', 'monitoring_templates', 'sims'], stay: ['template_logs'] },
})
