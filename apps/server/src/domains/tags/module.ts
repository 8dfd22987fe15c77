import { defineModule } from '../../module/module.ts'
import { namedObject } from '../../module/named.ts'
import { companyDeleted } from '../companies/hooks.ts'
import { tagsDemo } from './demo.ts'
import { tagAction } from './hooks.ts'
import { tagRoutes } from './routes.ts'
import { removeTagsOf, tagList } from './store.ts'
import { tagUndo } from './undo.ts'

export const tagsModule = defineModule({
  name: 'tags',
  lists: [tagList],
  named: [namedObject('tag', 'view_tags', tagList)],
  offers: [tagAction],
  hooks: () => [companyDeleted.use(removeTagsOf)],
  routes: (_, { handlers }) => tagRoutes({ kinds: () => handlers(tagAction) }),
  undo: (_, { handlers }) => tagUndo(() => handlers(tagAction)),
  tables: { follow: ['tags'] },
  demo: tagsDemo,
})
