import type { ErrorItem } from '@longreach/contract/errors'
import { text } from '@longreach/contract/i18n'
import { listNotifications, seeNotifications } from '@longreach/contract/notifications/endpoints'
import { Problem } from '../../endpoint/problem.ts'
import { type Route, route } from '../../endpoint/route.ts'
import { presentNotification } from './present.ts'
import { countUnseen, markSeen, notificationList } from './store.ts'

const missing = (id: number): ErrorItem => ({
  code: 'NOT_FOUND',
  message: text('system.not_found'),
  source: String(id),
})

export function notificationRoutes(): Route[] {
  return [
    route(listNotifications, async ({ db, session, query }) => {
      const { page, total } = await notificationList.page(db, session, query)
      return { data: page.map(presentNotification), meta: { total, unseen: await countUnseen(db, session.userId) } }
    }),
    route(seeNotifications, async ({ db, session, body, audit }) => {
      const ids = [...new Set(body.id)]
      const seen = await markSeen(db, session.userId, ids)
      const errors = ids.filter((id) => !seen.includes(id)).map(missing)
      if (seen.length === 0) throw new Problem('NOT_FOUND', { errors })
      audit({ target: 'notification', after: { seen } })
      return { data: seen.map((id) => ({ id })), errors }
    }),
  ]
}
