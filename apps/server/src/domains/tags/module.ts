import { defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import { companyDeleted } from '../companies/hooks.ts'
import { tagRoutes } from './routes.ts'
import { removeTagsOf, tagList } from './store.ts'

export const tagsModule = defineModule({
  name: 'tags',
  lists: [tagList],
  named: [namedObject('tag', 'view_tags', tagList)],
  hooks: () => [companyDeleted.use(removeTagsOf)],
  routes: () => tagRoutes(),
  tables: { follow: ['tags'] },
})
