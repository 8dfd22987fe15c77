import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { eventHandler } from '../../events/handler.ts'
import { notify } from './notify.ts'

/** The user in whose name a campaign ran, if that user still exists. */
async function findRecipient(tx: Db, userId: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM users u WHERE u.id = ${userId} AND ${systemScope('user a notification is for')}
    FOR KEY SHARE OF u`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Notifies the user of a campaign when it halted by itself or is done. */
export const notifyOfCampaigns = (bus: Bus) =>
  eventHandler('notifications.campaign', ['campaign.halted', 'campaign.ended'], async (tx, events, after) => {
    for (const { type, data } of events) {
      // A cancelled campaign was cancelled by a user, who knows.
      if (type === 'campaign.ended' && data.state === 'cancelled') continue
      const { name, campaign_id } = data
      const summary =
        type === 'campaign.halted'
          ? text('notifications.campaign_halted', { name, reason: data.reason })
          : text('notifications.campaign_done', { name, done: data.done, failed: data.failed })
      const users = await findRecipient(tx, data.user_id)
      after(await notify(tx, bus, users, { type: 'campaign', summary, data: { campaign_id } }))
    }
  })
