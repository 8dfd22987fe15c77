import { defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import type { Services } from '../../module/services.ts'
import { actionKind, createActionKinds } from '../actions/kinds.ts'
import { companyDeleted } from '../companies/hooks.ts'
import type { BlobStore } from '../files/blobs.ts'
import { deviceConfigList } from './drift.ts'
import { configHandlers } from './handlers.ts'
import { configRoutes } from './routes.ts'
import { templateRoutes } from './template-routes.ts'
import { removeTemplatesOf, templateList } from './templates.ts'
import { versionList } from './versions.ts'

interface Needs extends Pick<Services, 'db' | 'seal'> {
  blobs: BlobStore
}
type ApiNeeds = Needs & Pick<Services, 'bus' | 'emit'>

export const configsModule = defineModule({
  name: 'configs',
  lists: [deviceConfigList, templateList, versionList],
  named: [namedObject('config_template', 'view_multi_configuration', templateList)],
  hooks: ({ db, seal, blobs }: Needs) => [
    ...configHandlers({ db, seal, blobs }).map(actionKind.use),
    companyDeleted.use(removeTemplatesOf),
  ],
  routes: ({ db, seal, bus, emit, blobs }: ApiNeeds, { handlers }) => {
    const deps = { db, seal, bus, emit, blobs, kinds: createActionKinds(handlers(actionKind)) }
    return [...configRoutes(deps), ...templateRoutes(deps)]
  },
  tables: { follow: ['config_templates'] },
  sealed: [{ table: 'config_templates', id: 'id', column: 'sealed' }],
  unexported: ['config_targets'],
})
