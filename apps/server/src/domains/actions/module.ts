import { actionLimits, passwordLimits } from '@longreach/contract/actions/constants'
import { sql } from 'kysely'
import { createLoop } from '../../jobs/loop.ts'
import { type Assembly, defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { companyDeleted } from '../companies/hooks.ts'
import { actionCounts, devicesDeleted, devicesMoving } from '../devices/hooks.ts'
import { userLeaving } from '../users/hooks.ts'
import { createCommandLimit } from './command-rate.ts'
import { countActions } from './counts.ts'
import { endActionsOf } from './devices-deleted.ts'
import { cancelMoved } from './devices-moving.ts'
import { actionHandlers } from './handlers.ts'
import { deviceApi, deviceFileStored, deviceUpdate, scheduleKind } from './hooks.ts'
import { type ActionKinds, actionKind, createActionKinds } from './kinds.ts'
import { actionLogList } from './logs.ts'
import { passwordListList, passwordTargetList } from './passwords/lists.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { actionList, pendingList, resultList, targetList } from './read.ts'
import { actionRoutes } from './routes.ts'
import { startDue } from './schedules/schedules.ts'
import { removeSchedulesOf } from './schedules/store.ts'
import { actionSteps } from './steps.ts'
import { tagActionLogList } from './tag-log.ts'
import { cancelActionsOf } from './user-leaving.ts'

type Needs = Pick<Services, 'db' | 'bus' | 'emit' | 'limits' | 'agentVersion' | 'log'>
type ApiNeeds = Needs & Pick<Services, 'seal'>

/** Milliseconds between two checks for due schedules. */
const scheduleEvery = 5000

const kindsOf = ({ handlers }: Assembly): ActionKinds => createActionKinds(handlers(actionKind))

const hasEnded = sql<boolean>`NOT EXISTS (
  SELECT FROM action_targets x WHERE x.action_id = t.id AND x.state IN ('queued', 'sent', 'running'))`

export const actionsModule = defineModule({
  name: 'actions',
  lists: [
    actionList,
    targetList,
    resultList,
    pendingList,
    actionLogList,
    tagActionLogList,
    passwordListList,
    passwordTargetList,
  ],
  offers: [actionKind, deviceFileStored, deviceUpdate, scheduleKind, deviceApi],
  hooks: ({ bus, emit, limits, agentVersion }: Needs, assembly) => {
    const context = () => ({ emit, kinds: kindsOf(assembly) })
    return [
      actionCounts.use(countActions),
      ...actionHandlers({ agentVersion, limit: createCommandLimit(limits) }).map(actionKind.use),
      devicesDeleted.use(endActionsOf(bus, context)),
      devicesMoving.use(cancelMoved(bus, context)),
      userLeaving.use(cancelActionsOf(bus, context)),
      companyDeleted.use(removeSchedulesOf),
    ]
  },
  routes: ({ bus, emit, seal }: ApiNeeds, assembly) => {
    const deps = { bus, emit, seal, kinds: kindsOf(assembly) }
    return [...actionRoutes(deps), ...passwordRoutes(deps)]
  },
  loops: ({ db, bus, log }: Needs, assembly) => {
    const deps = { db, bus, actions: () => kindsOf(assembly), kinds: () => assembly.handlers(scheduleKind) }
    return [createLoop({ name: 'schedules', every: scheduleEvery, run: () => startDue(deps, new Date()), log })]
  },
  tables: {
    follow: ['schedules'],
    stay: ['actions', 'action_targets', 'action_events', 'schedule_left_out', 'tag_action_log'],
  },
  partitions: [{ table: 'action_events', step: 'month', days: actionLimits.keptDays }],
  retention: [
    // An action may wait for devices as long as it is kept, and must have ended.
    { table: 'actions', since: 'created_at', where: hasEnded, days: actionLimits.keptDays },
    // In hours, so that it is checked every few minutes.
    { table: 'device_uploads', since: 'expires_at', where: sql<boolean>`file_id IS NULL`, hours: 1 },
    // A device that still has the content in memory may confirm it for a retry.
    { table: 'device_downloads', since: 'expires_at', hours: 24 },
    { table: 'tag_action_log', since: 'created_at', days: actionLimits.keptDays },
    { table: 'gateway_downtimes', since: 'ended_at', days: actionLimits.keptDays },
    { table: 'schedule_runs', since: 'created_at', days: actionLimits.keptDays },
    {
      table: 'action_secrets',
      since: 'created_at',
      where: sql<boolean>`NOT retained`,
      hours: passwordLimits.days * 24,
    },
  ],
  unexported: ['action_secrets', 'device_downloads', 'device_uploads'],
  sealed: [{ table: 'action_secrets', id: 'target_id', column: 'sealed' }],
  channelSources: [actionSteps],
})
