import { news } from '../../endpoint/news.ts'
import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { countRows } from '../companies/blockers.ts'
import { companyBlocker } from '../companies/hooks.ts'
import { roleChanging } from './hooks.ts'
import { roleRoutes } from './routes.ts'
import { roleList } from './store.ts'
import { rightsChanged } from './topics.ts'
import { editedRoles } from './undo.ts'

export const rolesModule = defineModule({
  name: 'roles',
  lists: [roleList],
  offers: [roleChanging],
  hooks: () => [companyBlocker.use({ name: 'roles', message: 'roles.block_company', count: countRows('roles') })],
  routes: ({ bus, endpoints }: Pick<Services, 'bus' | 'endpoints'>, { handlers }) =>
    roleRoutes({ bus, endpoints, changing: handlers(roleChanging) }),
  undo: ({ bus }: Pick<Services, 'bus'>, { handlers }) => [editedRoles({ bus, changing: handlers(roleChanging) })],
  news: [news(rightsChanged, 'RightsChanged', { to: ({ userIds }) => ({ users: userIds }), event: () => ({}) })],
  tables: { follow: ['roles'] },
})
