import { defineModule } from '../../module/module.ts'
import { companyDeleted } from '../companies/hooks.ts'
import { tagRoutes } from './routes.ts'
import { removeTagsOf } from './store.ts'

export const tagsModule = defineModule({
  name: 'tags',
  hooks: () => [companyDeleted.use(removeTagsOf)],
  routes: () => tagRoutes(),
  tables: { follow: ['tags'] },
})
