import { defineModule } from '../../module/module.ts'
import { noticeRoutes } from './routes.ts'

export const noticesModule = defineModule({ name: 'notices', routes: noticeRoutes })
