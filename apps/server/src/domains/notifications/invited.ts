import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import { systemScope } from '../../db/scope.ts'
import { userMay, userSees } from '../../db/user-rights.ts'
import type { UserRegistered } from '../account/hooks.ts'
import { notify } from './notify.ts'

/** Notifies the user who invited another that they registered, as long as they see the users there. */
export const notifyInviter =
  (bus: Bus): UserRegistered =>
  async (db, { id, username, email, invited_by, new_company }) => {
    const { rows } = await sql<{ id: number }>`
      SELECT u.id FROM users u JOIN companies c ON c.id = u.company_id JOIN users n ON n.id = ${id}
      WHERE u.id = ${invited_by} AND ${userMay('view_users')} AND ${userSees('n')}
        AND ${systemScope('user a notification is for')} FOR KEY SHARE OF u`.execute(db)
    const summary =
      new_company === null
        ? `${username} (${email}) registered by your invitation`
        : `${username} (${email}) registered the company ${new_company} by your invitation`
    const inviters = rows.map((inviter) => inviter.id)
    return notify(db, bus, inviters, { type: 'invitedUserRegistration', summary, data: { user_id: id, username } })
  }
