import { campaignLimits } from '@longreach/contract/campaigns/constants'
import { waveSizes } from '@longreach/contract/campaigns/waves'
import type { ErrorItem } from '@longreach/contract/errors'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { type Scope, systemScope } from '../../db/scope.ts'
import type { Seal } from '../../seal.ts'
import type { Candidate } from '../actions/start.ts'
import type { Brought, CampaignKind } from './hooks.ts'
import type { CampaignRow } from './store.ts'

/** A device that a campaign leaves out, with the reason. */
export interface LeftOut {
  id: number
  message: string
}

/**
 * Fixes the devices of a campaign and their waves. Online devices come first, in an order unrelated to their place or
 * age, so that the first waves are a fair sample.
 */
export async function fixDevices(
  db: Db,
  { id, plan }: Pick<CampaignRow, 'id' | 'plan'>,
  devices: readonly Pick<Candidate, 'id'>[],
  leftOut: readonly LeftOut[],
): Promise<void> {
  const sizes = waveSizes(plan.waves, devices.length)
  const waves = sizes.flatMap((size, at) => Array<number>(size).fill(at + 1))
  await sql`
    INSERT INTO campaign_devices (campaign_id, device_id, company_id, l1_id, l2_id, device_name, device_serial, wave, state, version_before)
    SELECT ${id}, o.id, o.company_id, o.l1_id, o.l2_id, o.name, o.serial, (${waves}::int[])[o.place], 'untouched', o.firmware
    FROM (
      SELECT d.*, row_number() OVER (ORDER BY (d.status = 1) IS TRUE DESC, md5(d.id || ':' || ${id}::text)) AS place
      FROM devices d WHERE d.id = ANY (${devices.map((device) => device.id)}::bigint[]) AND ${systemScope('row resolved in scope before')}
    ) o`.execute(db)
  await sql`
    INSERT INTO campaign_devices (campaign_id, device_id, company_id, l1_id, l2_id, device_name, device_serial, state, version_before, detail)
    SELECT ${id}, d.id, d.company_id, d.l1_id, d.l2_id, d.name, d.serial, 'left_out', d.firmware, o.message
    FROM unnest(${leftOut.map((one) => one.id)}::bigint[], ${leftOut.map((one) => one.message)}::text[]) AS o (id, message)
    JOIN devices d ON d.id = o.id WHERE ${systemScope('row resolved in scope before')}`.execute(db)
}

/** Content of a campaign with the scope of its user. */
export interface Means {
  scope: Scope
  kind: CampaignKind
  brought: Brought
}

export const broughtBy = (seal: Pick<Seal, 'open'>, { arg, sealed }: Pick<CampaignRow, 'arg' | 'sealed'>): Brought => ({
  arg,
  secret: sealed && seal.open(sealed),
})

/** Devices of a wave that were not left out meanwhile, locked. */
async function lockWave(db: Db, { id }: CampaignRow, wave: number): Promise<number[]> {
  const { rows } = await sql<{ device_id: number }>`
    SELECT c.device_id FROM campaign_devices c
    WHERE c.campaign_id = ${id} AND c.wave = ${wave} AND c.state = 'untouched' AND ${systemScope('background job')}
    ORDER BY c.device_id FOR UPDATE`.execute(db)
  return rows.map(({ device_id }) => device_id)
}

async function leaveOut(db: Db, { id }: CampaignRow, errors: readonly ErrorItem[]): Promise<void> {
  await sql`
    UPDATE campaign_devices c SET state = 'left_out', detail = o.message, ended_at = now()
    FROM unnest(${errors.map(({ source }) => Number(source))}::bigint[], ${errors.map(({ message }) => message)}::text[])
      AS o (id, message)
    WHERE c.campaign_id = ${id} AND c.device_id = o.id AND ${systemScope('background job')}`.execute(db)
}

/** Starts a wave, in the transaction that decided it. Returns the devices something is queued for. */
export async function startWave(
  db: Db,
  campaign: CampaignRow,
  wave: number,
  { scope, kind, brought }: Means,
): Promise<number[]> {
  const { id, plan, user_id, actor_id, username, company_id, l1_id, l2_id } = campaign
  await db.insertInto('campaign_waves').values({ campaign_id: id, wave }).execute()
  const deviceIds = await lockWave(db, campaign, wave)
  if (deviceIds.length === 0) return []
  const starter = { company_id, l1_id, l2_id, userId: user_id ?? 0, actorId: actor_id, username }
  const hours = plan.hours ?? undefined
  const run = { scope, starter, deviceIds, hours, waits: campaignLimits.waits }
  const { actionId, devices, errors } = await kind.start(db, brought, run)
  // Devices that can no longer get the change.
  await leaveOut(db, campaign, errors)
  if (actionId === null) return []
  await db
    .updateTable('campaign_waves')
    .set({ action_id: actionId })
    .where('campaign_id', '=', id)
    .where('wave', '=', wave)
    .execute()
  await sql`
    UPDATE campaign_devices c SET state = 'waiting', action_id = t.action_id, target_id = t.id, version_before = d.firmware, wan_before = d.wan_state
    FROM action_targets t JOIN devices d ON d.id = t.device_id
    WHERE t.action_id = ${actionId} AND c.campaign_id = ${id} AND c.device_id = t.device_id
      AND ${systemScope('background job')}`.execute(db)
  return devices.map((device) => device.id)
}

/** Pauses or continues queued actions. */
export const setPaused = (db: Db, campaignId: number, paused: boolean) =>
  sql`
    UPDATE actions a SET paused = ${paused}
    WHERE a.id IN (SELECT action_id FROM campaign_waves WHERE campaign_id = ${campaignId})
      AND ${systemScope('row resolved in scope before')}`.execute(db)
