import type { Hours } from '@longreach/contract/actions/sending-hours'
import type { CampaignDeviceState, CampaignKindName, CampaignState } from '@longreach/contract/campaigns/constants'
import { listCampaignDevices, listCampaigns } from '@longreach/contract/campaigns/endpoints'
import type { CampaignDevice, Wave } from '@longreach/contract/campaigns/schemas'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { defineList } from '../../db/list.ts'
import { inContext, inHistory, inScope, type Placement, type Scope, systemScope } from '../../db/scope.ts'
import { wipeSecrets } from '../actions/secrets.ts'
import type { Options } from './hooks.ts'

/** Plan of a campaign; stored as JSON. */
export interface Plan {
  waves: Wave[]
  soak: number
  check_wan: boolean
  check_reports: boolean
  /** Shell command; absent in campaigns planned before the command existed. */
  check_command?: string | null
  hours: Hours | null
  /** Options that the user has agreed to; in `firmware` for campaigns planned before there were other kinds. */
  options?: Options
  firmware?: Options
  /** Number of devices that must take the change back for a halt: in the first wave, and in all; 0 for no limit. */
  undone?: { first: number; all: number }
}

/** Options that the user has agreed to. */
export const optionsOf = ({ options, firmware }: Plan): Options =>
  options ?? firmware ?? { keep_settings: true, downgrade: false, metered: false }

export interface Selected {
  device_id?: number[]
  filter?: Record<string, unknown>
}

/** A row of `campaigns` with its companies. */
export interface CampaignRow extends Placement {
  id: number
  name: string
  kind: CampaignKindName
  arg: string
  file_id: number | null
  file_name: string
  version: string | null
  size: number
  sealed: Buffer | null
  plan: Plan
  selection: Selected | null
  state: CampaignState
  reason: string | null
  user_id: number | null
  actor_id: number | null
  username: string
  created_at: Date
  starts_at: Date | null
  started_at: Date | null
  ended_at: Date | null
}

type Counts = Partial<Record<CampaignDeviceState, number>>

export interface ListedCampaign extends CampaignRow {
  company_name: string
  counts: Counts | null
  wave: number
  waves: number
}

const columns = sql`
  c.id, c.name, c.kind, c.arg, c.company_id, c.l1_id, c.l2_id, c.file_id, c.file_name, c.version, c.size, c.sealed, c.plan, c.selection, c.state,
  c.reason, c.user_id, c.actor_id, c.username, c.created_at, c.starts_at, c.started_at, c.ended_at`

export const campaignList = defineList({
  endpoint: listCampaigns,
  from: () => sql`campaigns c`,
  reach: (scope) => inContext(scope, 'c'),
  id: 'c.id',
  columns: () => sql<ListedCampaign>`${columns}, o.name AS company_name, n.counts, coalesce(n.waves, 0) AS waves,
    (SELECT coalesce(max(w.wave), 0) FROM campaign_waves w WHERE w.campaign_id = c.id) AS wave`,
  join: (scope) => sql`
    JOIN campaigns c ON c.id = page.id JOIN companies o ON o.id = c.company_id CROSS JOIN LATERAL (
      SELECT jsonb_object_agg(state, count) AS counts, max(waves) AS waves
      FROM (SELECT d.state, count(*) AS count, max(d.wave) AS waves FROM campaign_devices d
        WHERE d.campaign_id = c.id AND ${inHistory(scope, 'd')} GROUP BY d.state) states) n`,
  sorts: { created_at: 'c.id', name: 'c.name_key' },
  defaultSort: '-created_at',
  filters: { state: (states) => sql`c.state = ANY (${[...states]}::text[])` },
  search: { name: sql`c.name_key` },
})

/** Locks a campaign in reach against any other change. */
export async function lockCampaign(db: Db, scope: Scope, id: number): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`
    SELECT ${columns} FROM campaigns c WHERE c.id = ${id} AND ${inScope(scope, 'c')} FOR UPDATE`.execute(db)
  return rows[0]
}

/** Locks a campaign for the server itself; undefined if another node works on it, or there is nothing to do. */
export async function claimCampaign(db: Db, id: number): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`
    SELECT ${columns} FROM campaigns c WHERE c.id = ${id} AND ${isOpen} AND ${systemScope('background job')}
    FOR UPDATE SKIP LOCKED`.execute(db)
  return rows[0]
}

const isOpen = sql`c.ended_at IS NULL AND c.state <> 'draft'`

/** Campaigns that may have something to do. */
export async function findOpen(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT c.id FROM campaigns c
    WHERE ${isOpen} AND (c.state <> 'scheduled' OR c.starts_at <= now()) AND ${systemScope('background job')}
    ORDER BY c.id`.execute(db)
  return rows.map(({ id }) => id)
}

export const changeCampaign = (db: Db, id: number, values: Partial<Omit<CampaignRow, 'plan' | 'selection'>>) =>
  db
    .updateTable('campaigns')
    .set(values as never)
    .where('id', '=', id)
    .where(systemScope('row resolved in scope before'))
    .execute()

/** Wipes the secrets of campaigns that have ended: they send nothing any more. */
export async function wipeCampaigns(db: Db, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ action_id: number }>`
    SELECT w.action_id FROM campaign_waves w
    WHERE w.campaign_id = ANY (${[...ids]}::bigint[]) AND w.action_id IS NOT NULL`.execute(db)
  await wipeSecrets(
    db,
    rows.map(({ action_id }) => action_id),
  )
  await sql`
    UPDATE campaigns c SET sealed = NULL
    WHERE c.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}`.execute(db)
}

export const removeCampaign = (db: Db, id: number) =>
  sql`DELETE FROM campaigns c WHERE c.id = ${id} AND ${systemScope('row resolved in scope before')}`.execute(db)

export async function removeCampaignsOf(db: Db, companyId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT c.id FROM campaigns c
    WHERE c.company_id = ${companyId} AND ${systemScope('row resolved in scope before')} FOR UPDATE`.execute(db)
  await wipeCampaigns(
    db,
    rows.map(({ id }) => id),
  )
  await sql`
    DELETE FROM campaigns c
    WHERE c.company_id = ${companyId} AND ${systemScope('row resolved in scope before')}`.execute(db)
}

/**
 * Runs after companies were moved with their campaigns: devices that belong to the same companies stay listed in these
 * campaigns. Actions of another company's campaign on them stay where they were.
 */
export async function moveDevicesOf(db: Db, companyIds: readonly number[]): Promise<readonly []> {
  await sql`
    UPDATE campaign_devices d SET l1_id = o.l1_id, l2_id = o.l2_id
    FROM campaigns c, companies o
    WHERE c.id = d.campaign_id AND c.company_id = ANY (${[...companyIds]}::bigint[])
      AND o.id = d.company_id AND o.id = ANY (${[...companyIds]}::bigint[]) AND ${systemScope('row resolved in scope before')}`.execute(
    db,
  )
  return []
}

export interface WaveRow {
  wave: number
  state: 'running' | 'passed' | 'halted'
  accepted: number
  started_at: Date
  settled_at: Date | null
}

export async function findWaves(db: Db, id: number): Promise<WaveRow[]> {
  const { rows } = await sql<WaveRow>`
    SELECT wave, state, accepted, started_at, settled_at FROM campaign_waves WHERE campaign_id = ${id}
    ORDER BY wave`.execute(db)
  return rows
}

/** Number of devices by wave and state; devices that were left out have no wave. */
export async function countDevices(db: Db, scope: Scope, id: number) {
  const { rows } = await sql<{ wave: number | null; state: CampaignDeviceState; count: number }>`
    SELECT d.wave, d.state, count(*) AS count FROM campaign_devices d
    WHERE d.campaign_id = ${id} AND ${inHistory(scope, 'd')} GROUP BY d.wave, d.state`.execute(db)
  return rows
}

/** Condition for a device of a campaign with the alias `c`. */
export const isOffline = sql<boolean>`NOT EXISTS (SELECT FROM device_session s WHERE s.device_id = c.device_id AND s.open)`

export async function countWaitingOffline(db: Db, scope: Scope, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM campaign_devices c
    WHERE c.campaign_id = ${id} AND c.state = 'waiting' AND ${isOffline} AND ${inHistory(scope, 'c')}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function countFailedChecks(db: Db, scope: Scope, id: number) {
  const { rows } = await sql<{ check: string; count: number }>`
    SELECT d.failed_check AS check, count(*) AS count FROM campaign_devices d
    WHERE d.campaign_id = ${id} AND d.state = 'failed' AND d.failed_check IS NOT NULL AND ${inHistory(scope, 'd')}
    GROUP BY 1`.execute(db)
  return rows
}

type DeviceRow = Omit<CampaignDevice, 'started_at' | 'ended_at'> & { started_at: Date | null; ended_at: Date | null }

/** Failed devices first, then those that may still fail. */
const stateOrder = [
  'failed',
  'running',
  'observing',
  'waiting',
  'cancelled',
  'skipped',
  'left_out',
  'done',
  'untouched',
]

export const campaignDeviceList = defineList({
  endpoint: listCampaignDevices,
  from: () => sql`campaign_devices c`,
  reach: (scope) => sql`(${inHistory(scope, 'c')} AND EXISTS (
    SELECT FROM campaigns o WHERE o.id = c.campaign_id AND ${inScope(scope, 'o')}))`,
  id: 'c.id',
  columns: () => sql<DeviceRow>`
    c.id, c.campaign_id, c.device_id, c.device_name, c.device_serial, c.company_id, c.wave, c.state, c.failed_check,
    CASE WHEN c.state IN ('waiting', 'running') THEN coalesce(t.message, c.detail) ELSE c.detail END AS detail,
    c.version_before, c.version, c.started_at, c.ended_at, coalesce(k.action_id, c.action_id) AS action_id,
    coalesce(k.id, c.target_id) AS action_target_id`,
  join: () => sql`
    JOIN campaign_devices c ON c.id = page.id LEFT JOIN action_targets t ON t.id = c.target_id
    LEFT JOIN action_targets k ON k.id = c.check_target_id AND c.failed_check = 'command'`,
  sorts: {
    state: sql`array_position(${stateOrder}::text[], c.state::text)`,
    name: sql`lower(c.device_name) COLLATE "C"`,
    wave: 'c.wave',
  },
  defaultSort: 'state',
  tieBreak: 'ascending',
  filters: {
    campaign_id: 'c.campaign_id',
    device_id: 'c.device_id',
    state: (states) => sql`c.state = ANY (${[...states]}::text[])`,
    wave: 'c.wave',
  },
  search: { device_name: sql`lower(c.device_name)`, device_serial: sql`lower(c.device_serial)` },
})
