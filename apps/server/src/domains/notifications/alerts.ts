import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { userMay, userSees } from '../../db/user-rights.ts'
import { eventHandler } from '../../events/handler.ts'
import { notify } from './notify.ts'

/** The user who created the rule, if they may still see the alerts of the device. */
async function findRecipient(tx: Db, userId: number, deviceId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM users u JOIN companies c ON c.id = u.company_id JOIN devices d ON d.id = ${deviceId}
    WHERE u.id = ${userId} AND d.deleted_at IS NULL AND ${userMay('view_device_alerts')} AND ${userSees('d')}
      AND ${systemScope('user a notification is for')}
    FOR KEY SHARE OF u`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Notifies the creator of a rule of its alerts, if the rule says so. */
export const notifyOfAlerts = (bus: Bus) =>
  eventHandler('notifications.alert', ['alert.fired'], async (tx, events, after) => {
    for (const { data } of events) {
      if (data.user_id === null) continue
      const users = await findRecipient(tx, data.user_id, data.device_id)
      if (users.length === 0) continue
      const news = { type: 'deviceAlert' as const, summary: data.message, data: { device_id: data.device_id } }
      after(await notify(tx, bus, users, news))
    }
  })
