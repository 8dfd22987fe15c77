import { createLoop } from '../../jobs/loop.ts'
import { defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import type { Services } from '../../module/services.ts'
import { deviceApi, deviceFileStored, deviceUpdate, scheduleKind } from '../actions/hooks.ts'
import { actionKind, createActionKinds } from '../actions/kinds.ts'
import { campaignKind } from '../campaigns/hooks.ts'
import { companyDeleted } from '../companies/hooks.ts'
import type { BlobStore } from '../files/blobs.ts'
import { filesInUse } from '../files/hooks.ts'
import { reportsStored } from '../monitoring/hooks.ts'
import { tagAction } from '../tags/hooks.ts'
import { configLogList } from './api/call-log.ts'
import { deviceApis } from './api/calls.ts'
import { apiDocumentRoutes } from './api/document-routes.ts'
import type { ReadDeps } from './api/read-values.ts'
import { valueRoutes } from './api/value-routes.ts'
import { backupSchedule, keepBackups } from './backups/keeping.ts'
import { backupsOfTags, backupTagAction, backupUpdate } from './backups/restore.ts'
import { backupRoutes } from './backups/routes.ts'
import { backupList, backupLogList, backupRuleList } from './backups/store.ts'
import { configureCampaign, restoreCampaign } from './campaigns.ts'
import { configsDemo } from './demo.ts'
import { deviceConfigList } from './drifted-list.ts'
import { noteEnrolled } from './first-reads.ts'
import { configHandlers } from './handlers.ts'
import { startOwnReads } from './own-reads.ts'
import { configRoutes } from './routes.ts'
import { publishConfigStates } from './state-hints.ts'
import { compareSums, noteSums } from './sums.ts'
import { templateTagAction } from './tag-action.ts'
import { templateRoutes } from './template-routes.ts'
import { removeTemplatesOf, templateList } from './templates.ts'
import { versionList } from './versions.ts'

interface Needs extends Pick<Services, 'db' | 'seal' | 'bus' | 'emit' | 'log'> {
  blobs: BlobStore
}

interface ApiNeeds extends Needs {
  connect: { reach: Pick<ReadDeps, 'ask'> }
}

/** Milliseconds between two comparisons of reported checksums. */
const sumsEvery = 1000

export const configsModule = defineModule({
  name: 'configs',
  lists: [deviceConfigList, templateList, versionList, configLogList, backupList, backupRuleList, backupLogList],
  named: [
    namedObject('config_template', 'view_multi_configuration', templateList),
    namedObject('backup_rule', 'view_periodic_backup_rules', backupRuleList),
  ],
  hooks: ({ bus, emit, db, seal, blobs }: Needs, { handlers }) => {
    const deps = () => ({ bus, emit, seal, blobs, kinds: createActionKinds(handlers(actionKind)) })
    return [
      ...configHandlers({ db, blobs, emit }).map(actionKind.use),
      tagAction.use(templateTagAction('apply_multi_configuration', deps)),
      tagAction.use(backupTagAction('apply_multi_configuration', deps)),
      deviceApi.use(deviceApis),
      deviceUpdate.use(backupUpdate(deps)),
      campaignKind.use(configureCampaign(deps)),
      campaignKind.use(restoreCampaign(deps)),
      filesInUse.use(backupsOfTags),
      reportsStored.use(noteSums),
      companyDeleted.use(removeTemplatesOf),
      scheduleKind.use(backupSchedule),
      deviceFileStored.use(keepBackups(() => handlers(filesInUse))),
    ]
  },
  routes: ({ db, seal, bus, emit, blobs, log, connect }: ApiNeeds, { handlers }) => {
    const actions = () => createActionKinds(handlers(actionKind))
    const deps = { seal, bus, emit, blobs, kinds: actions() }
    return [
      ...configRoutes(deps),
      ...templateRoutes(deps),
      ...backupRoutes({ bus, actions, apply: deps }),
      ...apiDocumentRoutes(deps),
      ...valueRoutes({ db, bus, log, ask: (...asked) => connect.reach.ask(...asked) }),
    ]
  },
  events: ({ bus }: Needs) => [publishConfigStates(bus), noteEnrolled],
  loops: ({ db, bus, emit, log }: Needs, { handlers }) => {
    const run = async () => {
      await compareSums(db, emit)
      await startOwnReads({ db, bus, kinds: () => createActionKinds(handlers(actionKind)) })
    }
    return [createLoop({ name: 'checksums of configurations', every: sumsEvery, run, log })]
  },
  tables: { follow: ['config_templates'] },
  sealed: [{ table: 'config_templates', id: 'id', column: 'sealed' }],
  unexported: ['config_first_reads', 'config_sums', 'config_targets'],
  demo: configsDemo,
})
