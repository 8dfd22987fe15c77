import { actionLimits } from '@longreach/contract/actions/constants'
import { type Text, text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { findUserScope } from '../../db/user-rights.ts'
import type { ActionKinds } from '../actions/kinds.ts'
import { type Candidate, excludeDevices, findChosen, startAction } from '../actions/start.ts'
import { handlerOf } from '../actions/start-call.ts'
import { passedText } from './health.ts'
import type { CampaignRow } from './store.ts'

const job = systemScope('background job')

/** Outcome of a check. */
interface Ended {
  device_id: number
  state: 'done' | 'failed' | 'cancelled'
  detail: Text
}

async function end(db: Db, campaignId: number, ended: readonly Ended[]): Promise<void> {
  if (ended.length === 0) return
  await sql`
    UPDATE campaign_devices c SET state = o.state, detail = o.detail, ended_at = now(),
      failed_check = CASE WHEN o.state = 'failed' THEN 'command' END
    FROM unnest(${ended.map((one) => one.device_id)}::bigint[], ${ended.map(({ state }) => state)}::text[],
      ${ended.map(({ detail }) => detail)}::text[]) AS o (id, state, detail)
    WHERE c.campaign_id = ${campaignId} AND c.device_id = o.id AND ${job}`.execute(db)
}

/** Devices on which the user of the campaign may run commands now, and the reason why not for each other one. */
async function chooseForCheck(db: Db, campaign: CampaignRow, kinds: ActionKinds, deviceIds: readonly number[]) {
  const handler = handlerOf(kinds, 'command')
  const { user_id, username } = campaign
  const scope = user_id === null ? undefined : await findUserScope(db, user_id, handler.kind.permission)
  const found: Candidate[] = scope ? (await findChosen(db, scope, { device_id: deviceIds })).found : []
  const { devices, errors } = excludeDevices(found, { handler, arg: campaign.plan.check_command ?? null })
  const messages = new Map(errors.map(({ source, message }) => [Number(source), message as Text]))
  const chosen = new Set(devices.map(({ id }) => id))
  const refused = deviceIds
    .filter((id) => !chosen.has(id))
    .map((id) => ({ id, message: messages.get(id) ?? text('campaigns.check_forbidden', { username }) }))
  return { handler, devices, refused }
}

/** Runs the plan's command on devices that have passed all other checks. Returns those it is queued for. */
export async function startChecks(
  db: Db,
  campaign: CampaignRow,
  kinds: ActionKinds,
  deviceIds: readonly number[],
): Promise<number[]> {
  const { id, user_id, actor_id, username, company_id, l1_id, l2_id, plan } = campaign
  const { handler, devices, refused } = await chooseForCheck(db, campaign, kinds, deviceIds)
  await end(
    db,
    id,
    refused.map((one) => ({ device_id: one.id, state: 'failed', detail: one.message })),
  )
  if (devices.length === 0) return []
  const starter = { company_id, l1_id, l2_id, userId: user_id ?? 0, actorId: actor_id, username }
  const arg = plan.check_command ?? null
  const action = await startAction(db, starter, devices, {
    handler,
    arg,
    seconds: actionLimits.commandSeconds.default,
  })
  await sql`
    UPDATE campaign_devices c SET check_target_id = t.id, observed_until = NULL, detail = ${text('campaigns.checking')}
    FROM action_targets t
    WHERE t.action_id = ${action.id} AND c.campaign_id = ${id} AND c.device_id = t.device_id AND ${job}`.execute(db)
  return devices.map((device) => device.id)
}

interface Answered {
  device_id: number
  state: string
  message: Text
}

/** Stores the outcomes of the commands: exit code 0 passes. */
export async function followChecks(db: Db, { id, plan }: CampaignRow): Promise<void> {
  const { rows } = await sql<Answered>`
    SELECT c.device_id, t.state, t.message
    FROM campaign_devices c JOIN action_targets t ON t.id = c.check_target_id
    WHERE c.campaign_id = ${id} AND c.state = 'observing' AND t.state IN ('done', 'failed', 'expired', 'cancelled') AND ${job}
    ORDER BY c.device_id FOR UPDATE OF c`.execute(db)
  const outcome = ({ device_id, state, message }: Answered): Ended => {
    if (state === 'done') return { device_id, state, detail: passedText(plan.soak) }
    if (message === text('actions.device_deleted')) return { device_id, state: 'cancelled', detail: message }
    return { device_id, state: 'failed', detail: text('campaigns.check_failed', { message }) }
  }
  await end(db, id, rows.map(outcome))
}
