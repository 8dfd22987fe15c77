import { notificationDays } from '@longreach/contract/notifications/constants'
import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { userRegistered } from '../account/hooks.ts'
import { notifyInviter } from './invited.ts'
import { notificationRoutes } from './routes.ts'

export const notificationsModule = defineModule({
  name: 'notifications',
  hooks: ({ bus }: Pick<Services, 'bus'>) => [userRegistered.use(notifyInviter(bus))],
  routes: () => notificationRoutes(),
  retention: [
    { table: 'notifications', since: 'created_at', days: notificationDays.unseen },
    { table: 'notifications', since: 'seen_at', days: notificationDays.seen },
  ],
})
