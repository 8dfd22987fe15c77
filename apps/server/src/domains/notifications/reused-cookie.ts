import { browserName, browserText } from '@longreach/contract/account/browser-name'
import { text } from '@longreach/contract/i18n'
import type { Bus } from '../../bus/bus.ts'
import { systemScope } from '../../db/scope.ts'
import { eventHandler } from '../../events/handler.ts'
import { notify } from './notify.ts'

/** Notifies a user whose sign-in was ended because a copy of its cookie seems to be in use. */
export const notifyOfReuse = (bus: Bus) =>
  eventHandler('notifications.cookie-reused', ['session.cookie_reused'], async (tx, events, after) => {
    for (const { data } of events) {
      const user = await tx
        .selectFrom('users as u')
        .select('u.id')
        .where(systemScope('user a notification is for'))
        .where('u.id', '=', data.user_id)
        .forKeyShare()
        .executeTakeFirst()
      if (!user) continue
      const summary = text('notifications.session_ended', {
        browser: browserText(browserName(data.user_agent)),
        other: browserText(browserName(data.reused_with)),
        address: data.reused_from,
      })
      after(await notify(tx, bus, [user.id], { type: 'sessionEnded', summary, data: {} }))
    }
  })
