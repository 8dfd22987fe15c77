import { browserName } from '@longreach/contract/account/browser-name'
import { formatTime } from '@longreach/contract/time'
import { systemScope } from '../../db/scope.ts'
import { eventHandler } from '../../events/handler.ts'
import type { Mailer } from '../mail/mailer.ts'

/** Mails a user whose sign-in was ended because a copy of its cookie seems to be in use. */
export const mailReuse = (mailer: Mailer) =>
  eventHandler('account.mail-cookie-reused', ['session.cookie_reused'], async (tx, events) => {
    for (const { data, at } of events) {
      const user = await tx
        .selectFrom('users as u')
        .select(['u.username', 'u.email', 'u.company_id', 'u.l1_id', 'u.l2_id'])
        .where(systemScope('session of the request'))
        .where('u.id', '=', data.user_id)
        .executeTakeFirst()
      if (!user) continue
      const reused = { browser: browserName(data.reused_with), address: data.reused_from, time: formatTime(at) }
      await mailer.mail(tx, {
        to: user.email,
        template: 'session_ended',
        data: { username: user.username, signedIn: browserName(data.user_agent), reused },
        company: user,
      })
    }
  })
