import { defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import type { Services } from '../../module/services.ts'
import { deviceFileStored, scheduleKind } from '../actions/hooks.ts'
import { actionKind, createActionKinds } from '../actions/kinds.ts'
import { filesInUse } from '../files/hooks.ts'
import { backupSchedule, keepBackups } from './backup-keeping.ts'
import { backupRoutes } from './backup-routes.ts'
import { backupList, backupLogList, backupRuleList } from './backup-store.ts'

type Needs = Pick<Services, 'bus'>

export const configsModule = defineModule({
  name: 'configs',
  lists: [backupList, backupRuleList, backupLogList],
  named: [namedObject('backup_rule', 'view_periodic_backup_rules', backupRuleList)],
  hooks: (_, { handlers }) => [
    scheduleKind.use(backupSchedule),
    deviceFileStored.use(keepBackups(() => handlers(filesInUse))),
  ],
  routes: ({ bus }: Needs, { handlers }) =>
    backupRoutes({ bus, actions: () => createActionKinds(handlers(actionKind)) }),
})
