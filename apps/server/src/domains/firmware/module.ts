import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { deviceUpdate } from '../actions/hooks.ts'
import { actionKind, createActionKinds } from '../actions/kinds.ts'
import { campaignKind } from '../campaigns/hooks.ts'
import { deviceFirmware, presenceChanged } from '../devices/hooks.ts'
import type { BlobStore } from '../files/blobs.ts'
import { filesInUse } from '../files/hooks.ts'
import { tagAction } from '../tags/hooks.ts'
import { firmwareCampaign } from './campaign.ts'
import { firmwareDemo } from './demo.ts'
import { firmwareDeviceList } from './devices.ts'
import { firmwareHandler } from './handler.ts'
import { filesOfTags, filesOfUpdates } from './in-use.ts'
import { informationOf } from './information.ts'
import { compareArrived, firmwareJobs } from './outdated.ts'
import { pendingUpdateList } from './pending.ts'
import { firmwareRoutes } from './routes.ts'
import { firmwareTagAction } from './tag-action.ts'

interface Needs extends Pick<Services, 'db' | 'seal'> {
  blobs: BlobStore
}
type ApiNeeds = Needs & Pick<Services, 'bus' | 'emit' | 'queue'>

export const firmwareModule = defineModule({
  name: 'firmware',
  lists: [firmwareDeviceList, pendingUpdateList],
  hooks: ({ db }: Needs) => [
    actionKind.use(firmwareHandler(db)),
    tagAction.use(firmwareTagAction(firmwareHandler(db))),
    filesInUse.use(filesOfTags),
    campaignKind.use(firmwareCampaign(firmwareHandler(db))),
    filesInUse.use(filesOfUpdates),
    presenceChanged.use(compareArrived),
    deviceFirmware.use(informationOf),
  ],
  routes: ({ bus, emit, seal, queue }: ApiNeeds, { handlers }) =>
    firmwareRoutes({
      bus,
      emit,
      seal,
      queue,
      kinds: createActionKinds(handlers(actionKind)),
      updates: () => handlers(deviceUpdate),
    }),
  jobs: ({ db }: Needs) => firmwareJobs(db),
  unexported: ['firmware_due'],
  demo: firmwareDemo,
})
