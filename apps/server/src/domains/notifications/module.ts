import { notificationDays } from '@longreach/contract/notifications/constants'
import { news } from '../../endpoint/news.ts'
import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { notifyOfAlerts } from './alerts.ts'
import { notifyOfCampaigns } from './campaigns.ts'
import { notifyOfKeys } from './device-keys.ts'
import { notifyInviters } from './invited.ts'
import { notifyOfReuse } from './reused-cookie.ts'
import { notificationRoutes } from './routes.ts'
import { notificationList } from './store.ts'
import { notificationCreated } from './topics.ts'

export const notificationsModule = defineModule({
  name: 'notifications',
  lists: [notificationList],
  events: ({ bus }: Pick<Services, 'bus'>) => [
    notifyInviters(bus),
    notifyOfKeys(bus),
    notifyOfReuse(bus),
    notifyOfCampaigns(bus),
    notifyOfAlerts(bus),
  ],
  routes: () => notificationRoutes(),
  news: [
    news(notificationCreated, 'WebNotificationCreated', {
      to: ({ userId }) => ({ users: [userId] }),
      event: ({ notification }) => ({ data: notification }),
      texts: true,
    }),
  ],
  retention: [
    { table: 'notifications', since: 'created_at', days: notificationDays.unseen },
    { table: 'notifications', since: 'seen_at', days: notificationDays.seen },
  ],
})
