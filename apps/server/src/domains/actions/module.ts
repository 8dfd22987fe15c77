import { actionLimits } from '@longreach/contract/actions/constants'
import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { devicesDeleted } from '../devices/hooks.ts'
import { userLeaving } from '../users/hooks.ts'
import { endActionsOf } from './devices-deleted.ts'
import { createCommandLimit } from './limits.ts'
import { actionRoutes } from './routes.ts'
import { actionSteps } from './steps.ts'
import { cancelActionsOf } from './user-leaving.ts'

export const actionsModule = defineModule({
  name: 'actions',
  hooks: ({ bus }: Pick<Services, 'bus'>) => [
    devicesDeleted.use(endActionsOf(bus)),
    userLeaving.use(cancelActionsOf(bus)),
  ],
  routes: ({ bus, limits, agentVersion }: Pick<Services, 'bus' | 'limits' | 'agentVersion'>) =>
    actionRoutes({ bus, limit: createCommandLimit(limits), agentVersion }),
  tables: { stay: ['actions', 'action_targets', 'action_events'] },
  retention: [{ table: 'actions', since: 'created_at', days: actionLimits.keptDays }],
  channelSources: [actionSteps],
})
