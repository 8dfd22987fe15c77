import { defineModule } from '../../module/module.ts'
import { noticeRoutes } from './routes.ts'
import { noticeList } from './store.ts'

export const noticesModule = defineModule({ name: 'notices', lists: [noticeList], routes: noticeRoutes })
