import { defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import type { Services } from '../../module/services.ts'
import { deviceApi } from '../actions/hooks.ts'
import { actionKind, createActionKinds } from '../actions/kinds.ts'
import { campaignKind } from '../campaigns/hooks.ts'
import { companyDeleted } from '../companies/hooks.ts'
import { filesInUse } from '../files/hooks.ts'
import { tagAction } from '../tags/hooks.ts'
import { groupsOfCampaigns, taskGroupCampaign } from './campaign.ts'
import { tasksDemo } from './demo.ts'
import { filesOfTasks } from './files.ts'
import { taskHandler } from './handler.ts'
import { taskGroupsInUse } from './hooks.ts'
import { groupLogList, taskLogList } from './logs.ts'
import { taskManagerRoutes } from './routes.ts'
import { groupList, removeGroupsOf, taskList } from './store.ts'
import { groupsOfTags, requestTagAction, taskTagAction } from './tag-action.ts'

type Needs = Pick<Services, 'db' | 'seal' | 'emit'>
type ApiNeeds = Needs & Pick<Services, 'bus'>

export const tasksModule = defineModule({
  name: 'tasks',
  offers: [taskGroupsInUse],
  lists: [groupList, taskList, groupLogList, taskLogList],
  named: [namedObject('task_group', 'view_device_task_groups', groupList)],
  hooks: (services: Needs, { handlers }) => [
    actionKind.use(taskHandler(services)),
    campaignKind.use(taskGroupCampaign(taskHandler(services), services.seal, () => handlers(deviceApi))),
    companyDeleted.use(removeGroupsOf),
    filesInUse.use(filesOfTasks),
    tagAction.use(taskTagAction(taskHandler(services), () => handlers(deviceApi))),
    tagAction.use(requestTagAction(taskHandler(services), () => handlers(deviceApi))),
    taskGroupsInUse.use(groupsOfTags),
    taskGroupsInUse.use(groupsOfCampaigns),
  ],
  routes: ({ bus, emit, seal }: ApiNeeds, { handlers }) =>
    taskManagerRoutes({
      bus,
      emit,
      seal,
      kinds: createActionKinds(handlers(actionKind)),
      inUse: handlers(taskGroupsInUse),
      findApis: () => handlers(deviceApi),
    }),
  tables: { follow: ['task_groups'], stay: ['task_logs'] },
  demo: tasksDemo,
})
