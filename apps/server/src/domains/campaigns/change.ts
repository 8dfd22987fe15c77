import { text } from '@longreach/contract/i18n'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inHistory, inScope, type Placement, type Scope, systemScope } from '../../db/scope.ts'
import { cancel, retry } from '../actions/cancel-retry.ts'
import type { ActionContext } from '../actions/kinds.ts'
import type { Moved } from '../actions/steps.ts'
import { setPaused } from './roll-out.ts'
import { type CampaignRow, changeCampaign, isOffline, wipeCampaigns } from './store.ts'

const resolved = systemScope('row resolved in scope before')

export interface CampaignTarget extends Placement {
  device_id: number
  state: string
  target_id: number | null
}

/** Conditions for devices of a campaign in the caller's reach; both need the alias `c`. */
const inReach = (scope: Scope) => inHistory(scope, 'c')
const stillInReach = (scope: Scope) => sql<boolean>`(${inReach(scope)} AND EXISTS (
  SELECT FROM devices d WHERE d.id = c.device_id AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}))`

/** Locks the devices of a campaign that are in one of the states; all of them without ids. */
async function lockDevices(
  db: Db,
  meant: RawBuilder<boolean>,
  campaignId: number,
  states: readonly string[],
  ids?: readonly number[],
): Promise<CampaignTarget[]> {
  const { rows } = await sql<CampaignTarget>`
    SELECT c.device_id, c.state, c.target_id, c.company_id, c.l1_id, c.l2_id FROM campaign_devices c
    WHERE c.campaign_id = ${campaignId} AND c.state = ANY (${[...states]}::text[]) AND ${meant}
      AND ${ids ? sql`c.device_id = ANY (${[...ids]}::bigint[])` : sql`true`}
    ORDER BY c.device_id FOR UPDATE`.execute(db)
  return rows
}

/** Devices in reach that may be skipped: the named ones, or all that wait because they are offline. */
export const lockUnsent = (db: Db, scope: Scope, campaignId: number, ids: readonly number[] | undefined) =>
  ids
    ? lockDevices(db, inReach(scope), campaignId, ['untouched', 'waiting'], ids)
    : lockDevices(db, sql<boolean>`(${inReach(scope)} AND ${isOffline})`, campaignId, ['waiting'])

/** Devices that may be retried: those in reach that failed and were not deleted or moved out of reach since. */
export const lockFailed = (db: Db, scope: Scope, campaignId: number, ids: readonly number[] | undefined) =>
  lockDevices(db, stillInReach(scope), campaignId, ['failed'], ids)

/** The named devices of a campaign that are in reach. */
export async function findDevices(db: Db, scope: Scope, campaignId: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    SELECT c.device_id AS id FROM campaign_devices c
    WHERE c.campaign_id = ${campaignId} AND c.device_id = ANY (${[...ids]}::bigint[]) AND ${inHistory(scope, 'c')}`.execute(
    db,
  )
  return rows
}

const targetsOf = (devices: readonly CampaignTarget[]) =>
  devices.flatMap(({ target_id }) => (target_id === null ? [] : [target_id]))

/** Ends devices to which nothing was sent. Those whose action is being sent at this moment continue. */
async function endUnsent(
  context: ActionContext,
  campaignId: number,
  devices: readonly CampaignTarget[],
  state: 'skipped' | 'cancelled',
  detail: string,
): Promise<{ ended: number[]; moved: Moved[] }> {
  const { db } = context
  const moved = await cancel(context, targetsOf(devices), detail as never)
  const cancelled = new Set(moved.map(({ id }) => id))
  const ended = devices
    .filter(({ target_id }) => target_id === null || cancelled.has(target_id))
    .map(({ device_id }) => device_id)
  await sql`
    UPDATE campaign_devices c SET state = ${state}, detail = ${detail}, ended_at = now()
    WHERE c.campaign_id = ${campaignId} AND c.device_id = ANY (${ended}::bigint[]) AND ${resolved}`.execute(db)
  return { ended, moved }
}

export const skipDevices = (
  context: ActionContext,
  campaignId: number,
  devices: readonly CampaignTarget[],
  username: string,
) => endUnsent(context, campaignId, devices, 'skipped', text('campaigns.skipped_by', { username }))

/** Cancels whatever was not sent yet, on all devices. The campaign ends when the running actions have ended. */
export async function cancelRest(
  context: ActionContext,
  { id, started_at }: CampaignRow,
  username: string,
): Promise<Moved[]> {
  const { db } = context
  const devices = await lockDevices(db, resolved, id, ['untouched', 'waiting'])
  const { moved } = await endUnsent(context, id, devices, 'cancelled', text('campaigns.cancelled_by', { username }))
  await changeCampaign(db, id, {
    state: 'cancelled',
    reason: null,
    ...(started_at === null && { ended_at: new Date() }),
  })
  if (started_at === null) await wipeCampaigns(db, [id])
  return moved
}

export async function pause(db: Db, { id }: CampaignRow): Promise<void> {
  await changeCampaign(db, id, { state: 'paused', reason: null })
  await setPaused(db, id, true)
}

/**
 * Continues a campaign in the name of a user. Failures until now are accepted, and so is a wave that halted it without
 * a result.
 */
export async function resume(
  db: Db,
  { id }: CampaignRow,
  by: { userId: number; actorId: number | null; username: string },
): Promise<void> {
  await sql`
    UPDATE campaign_waves w SET settled_at = now()
    WHERE w.campaign_id = ${id} AND w.state = 'halted' AND w.settled_at IS NULL AND NOT EXISTS (
      SELECT FROM campaign_devices c WHERE c.campaign_id = w.campaign_id AND c.wave = w.wave
        AND c.state IN ('waiting', 'running', 'observing', 'done', 'failed') AND ${resolved})`.execute(db)
  await sql`
    UPDATE campaign_waves w SET state = CASE WHEN w.settled_at IS NULL THEN 'running' ELSE 'passed' END, accepted = (
      SELECT count(*) FROM campaign_devices c
      WHERE c.campaign_id = w.campaign_id AND c.wave = w.wave AND c.state = 'failed' AND ${resolved}),
      accepted_undone = (
        SELECT count(*) FROM campaign_devices c
        WHERE c.campaign_id = w.campaign_id AND c.wave = w.wave AND c.state = 'failed' AND c.failed_check = 'undone' AND ${resolved})
    WHERE w.campaign_id = ${id}`.execute(db)
  await changeCampaign(db, id, {
    state: 'running',
    reason: null,
    ended_at: null,
    user_id: by.userId,
    actor_id: by.actorId,
    username: by.username,
  })
  await sql`
    UPDATE action_targets t SET asked_by_id = ${by.userId}
    FROM campaign_waves w WHERE w.campaign_id = ${id} AND t.action_id = w.action_id AND t.state IN ('queued', 'sent', 'running') AND ${resolved}`.execute(
    db,
  )
  await setPaused(db, id, false)
}

/**
 * Tries failed devices again: those whose update failed from the start; the others are only observed once more. A
 * campaign that halted or has ended continues.
 */
export async function retryDevices(
  context: ActionContext,
  { id, plan, state }: CampaignRow,
  devices: readonly CampaignTarget[],
  userId: number,
): Promise<Moved[]> {
  const { db } = context
  if (state !== 'paused') {
    await changeCampaign(db, id, { state: 'running', reason: null, ended_at: null })
    await sql`
      UPDATE campaign_waves SET state = CASE WHEN settled_at IS NULL THEN 'running' ELSE 'passed' END
      WHERE campaign_id = ${id} AND state = 'halted'`.execute(db)
    await setPaused(db, id, false)
  }
  const moved = await retry(context, userId, targetsOf(devices))
  const again = moved.map(({ device_id }) => device_id)
  await sql`
    UPDATE campaign_devices c SET failed_check = NULL, detail = '', ended_at = NULL, check_target_id = NULL,
      state = CASE WHEN c.device_id = ANY (${again}::bigint[]) THEN 'waiting' ELSE 'observing' END,
      observed_until = CASE WHEN c.device_id = ANY (${again}::bigint[]) THEN NULL ELSE now() + ${plan.soak} * interval '1 second' END
    WHERE c.campaign_id = ${id} AND c.device_id = ANY (${devices.map((device) => device.device_id)}::bigint[])
      AND ${resolved}`.execute(db)
  return moved
}
