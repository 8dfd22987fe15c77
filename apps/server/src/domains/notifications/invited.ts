import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { userMay, userSees } from '../../db/user-rights.ts'
import type { EventData } from '../../events/catalogue.ts'
import { eventHandler } from '../../events/handler.ts'
import { notify } from './notify.ts'

interface Registration {
  inviter: number
  username: string
  email: string
}

/** The user who registered and the inviter, as long as the inviter may see users there. */
async function findRegistration(tx: Db, { user_id, invited_by }: EventData<'user.registered'>) {
  const { rows } = await sql<Registration>`
    SELECT u.id AS inviter, n.username, n.email
    FROM users u JOIN companies c ON c.id = u.company_id JOIN users n ON n.id = ${user_id}
    WHERE u.id = ${invited_by} AND ${userMay('view_users')} AND ${userSees('n')}
      AND ${systemScope('user a notification is for')} FOR KEY SHARE OF u`.execute(tx)
  return rows[0]
}

/** Notifies an inviter that the invited user registered. */
export const notifyInviters = (bus: Bus) =>
  eventHandler('notifications.registered', ['user.registered'], async (tx, events, after) => {
    for (const { data } of events) {
      const found = await findRegistration(tx, data)
      if (!found) continue
      const { inviter, username, email } = found
      const summary =
        data.new_company === null
          ? text('notifications.user_registered', { username, email })
          : text('notifications.company_registered', { username, email, company: data.new_company })
      const news = { type: 'invitedUserRegistration' as const, summary, data: { user_id: data.user_id, username } }
      after(await notify(tx, bus, [inviter], news))
    }
  })
