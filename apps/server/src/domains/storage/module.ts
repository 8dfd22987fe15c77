import { defineModule } from '../../module/module.ts'
import { storageRoutes } from './routes.ts'
import { itemList } from './store.ts'

export const storageModule = defineModule({ name: 'storage', lists: [itemList], routes: storageRoutes })
