import { alertDays } from '@longreach/contract/alerts/constants'
import { news } from '../../endpoint/news.ts'
import { job } from '../../jobs/job.ts'
import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { companyDeleted } from '../companies/hooks.ts'
import { devicesMoving, presenceChanged } from '../devices/hooks.ts'
import type { Mailer } from '../mail/mailer.ts'
import { reportsStored, simLimitsSet } from '../monitoring/hooks.ts'
import { alertList, removeAlertsOf } from './alert-list.ts'
import { alertRoutes } from './alert-routes.ts'
import { alertsDemo } from './demo.ts'
import { checkDueRules } from './due-rules.ts'
import type { FireDeps } from './fire.ts'
import { observePresence, observeReports } from './observe.ts'
import { evaluateObserved } from './observed-rules.ts'
import { ruleList } from './rule-list.ts'
import { ruleRoutes } from './rule-routes.ts'
import { moveRules, restartRulesOf } from './rule-store.ts'
import { restoredRules } from './rule-undo.ts'
import { alertsChanged } from './topics.ts'
import { createWatchedDevices } from './watched-devices.ts'

interface Needs extends Pick<Services, 'db' | 'bus' | 'emit' | 'log' | 'consoleUrl'> {
  mailer: Mailer
}

const fireDeps = ({ bus, emit, mailer, consoleUrl }: Needs): FireDeps => ({ bus, emit, mailer, consoleUrl })

export const alertsModule = defineModule({
  name: 'alerts',
  lists: [alertList, ruleList],
  hooks: ({ db, bus, emit, log }: Needs) => {
    const watching = createWatchedDevices(db, bus, (err) =>
      log.warn({ err }, 'devices with alert rules could not be read'),
    )
    const observing = { watching, emit, now: () => new Date() }
    return [
      reportsStored.use(observeReports(observing)),
      presenceChanged.use(observePresence(observing)),
      devicesMoving.use({
        losses: async () => ({}),
        async moved(tx, ids) {
          await moveRules(tx, ids)
          return { undo: [], publish: () => {} }
        },
      }),
      simLimitsSet.use(restartRulesOf),
      companyDeleted.use(removeAlertsOf),
    ]
  },
  events: (services: Needs) => [evaluateObserved(fireDeps(services))],
  routes: ({ bus }: Needs, { handlers }) => [
    ...alertRoutes({ bus }),
    ...ruleRoutes({ bus, limitsSet: handlers(simLimitsSet) }),
  ],
  undo: ({ bus }: Needs) => [restoredRules({ bus })],
  jobs: (services: Needs) => [
    job({ name: 'alerts.look', every: '* * * * *' }).handle(() =>
      checkDueRules(services.db, fireDeps(services), new Date()),
    ),
  ],
  tables: { follow: ['alert_rules'], stay: ['alerts'] },
  retention: [{ table: 'alerts', since: 'created_at', days: alertDays }],
  news: [
    news(alertsChanged, 'AlertsChanged', {
      to: ({ place }) => ({ place, permission: 'view_device_alerts' }),
      event: ({ deviceIds }) => ({ device_id: deviceIds }),
    }),
  ],
  demo: alertsDemo,
})
