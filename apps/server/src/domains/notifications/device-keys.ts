import { type Text, text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { userMay, userSees } from '../../db/user-rights.ts'
import type { EventData } from '../../events/catalogue.ts'
import { eventHandler } from '../../events/handler.ts'
import { notify } from './notify.ts'

interface Recipient {
  user_id: number
  name: string
  serial: string
}

/**
 * Users who may edit the device: those of its company, or else of the nearest one above that has any. Companies further
 * up have thousands of devices.
 */
async function findRecipients(tx: Db, deviceId: number): Promise<Recipient[]> {
  const { rows } = await sql<Recipient & { level: number }>`
    SELECT u.id AS user_id, d.name, d.serial, c.level
    FROM devices d JOIN companies c ON c.id IN (d.company_id, d.l2_id, d.l1_id, 0) JOIN users u ON u.company_id = c.id
    WHERE d.id = ${deviceId} AND d.deleted_at IS NULL AND ${userMay('update_devices')} AND ${userSees('d')}
      AND ${systemScope('user a notification is for')}
    ORDER BY u.id FOR KEY SHARE OF u`.execute(tx)
  const nearest = Math.max(...rows.map(({ level }) => level))
  return rows.filter(({ level }) => level === nearest)
}

/** Notifies the users responsible for a device that it signs in with another key, or that two machines have its key. */
export const notifyOfKeys = (bus: Bus) =>
  eventHandler('notifications.key_replaced', ['device.enrolled', 'device.shared'], async (tx, events, after) => {
    for (const { type, data } of events) {
      if (type === 'device.enrolled' && !data.replaced) continue
      const recipients = await findRecipients(tx, data.device_id)
      const [device] = recipients
      if (!device) continue
      const news = {
        type: 'deviceAlert' as const,
        summary: summaryOf(device, data),
        data: { device_id: data.device_id },
      }
      const users = recipients.map(({ user_id }) => user_id)
      after(await notify(tx, bus, users, news))
    }
  })

function summaryOf({ name, serial }: Recipient, data: EventData<'device.enrolled' | 'device.shared'>): Text {
  if ('address' in data) return text('notifications.key_replaced', { name, serial, address: data.address })
  const [one = '', other = ''] = data.machines
  return text('notifications.shared', { name, serial, one, other })
}
