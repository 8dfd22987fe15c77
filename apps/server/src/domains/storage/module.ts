import { defineModule } from '../../module/module.ts'
import { storageRoutes } from './routes.ts'

export const storageModule = defineModule({ name: 'storage', routes: storageRoutes })
