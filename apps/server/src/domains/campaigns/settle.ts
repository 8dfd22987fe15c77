import { failuresAllowed } from '@longreach/contract/campaigns/waves'
import { type Text, text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { findUserScope } from '../../db/user-rights.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { Emit } from '../../events/emit.ts'
import type { Seal } from '../../seal.ts'
import type { ActionKinds } from '../actions/kinds.ts'
import { handlerOf } from '../actions/start-call.ts'
import { writeAudit } from '../audit/store.ts'
import { actionsQueued } from '../devices/topics.ts'
import { followChecks, startChecks } from './check-command.ts'
import { type Decision, decide, type StartedWave } from './decide.ts'
import { checkObserved, followActions } from './follow-actions.ts'
import type { CampaignKind } from './hooks.ts'
import { broughtBy, type Means, setPaused, startWave } from './roll-out.ts'
import { type CampaignRow, changeCampaign, claimCampaign, wipeCampaigns } from './store.ts'

export interface CampaignDeps {
  db: Db
  seal: Pick<Seal, 'seal' | 'open'>
  bus: Bus
  emit: Emit
  /** All kinds of actions, and the kinds that campaigns roll out. */
  actions: () => ActionKinds
  kinds: () => readonly CampaignKind[]
}

const job = systemScope('background job')

async function countWaves(db: Db, { id, plan }: CampaignRow): Promise<StartedWave[]> {
  const { rows } = await sql<Omit<StartedWave, 'allowed'>>`
    SELECT w.wave, w.state = 'passed' AS passed, w.accepted, w.accepted_undone AS "acceptedUndone",
      count(*) FILTER (WHERE c.state = 'done') AS done,
      count(*) FILTER (WHERE c.state = 'failed') AS failed,
      count(*) FILTER (WHERE c.state = 'failed' AND c.failed_check = 'undone') AS undone,
      count(*) FILTER (WHERE c.state IN ('running', 'observing')) AS open,
      count(*) FILTER (WHERE c.state = 'waiting' AND coalesce(s.open, false)) AS "waitingOnline",
      count(*) FILTER (WHERE c.state = 'waiting' AND NOT coalesce(s.open, false)) AS "waitingOffline"
    FROM campaign_waves w LEFT JOIN campaign_devices c ON c.campaign_id = w.campaign_id AND c.wave = w.wave
    LEFT JOIN device_session s ON s.device_id = c.device_id AND c.state = 'waiting'
    WHERE w.campaign_id = ${id} AND ${job} GROUP BY w.wave, w.state, w.accepted, w.accepted_undone ORDER BY w.wave`.execute(
    db,
  )
  const waves = rows.map((row) => ({ ...row, allowed: failuresAllowed(plan.waves, row.wave) }))
  // An accepted failure whose retry succeeded does not make up for another failure.
  for (const wave of waves) {
    const accepted = Math.min(wave.accepted, wave.failed)
    const accepted_undone = Math.min(wave.acceptedUndone, wave.undone)
    if (accepted === wave.accepted && accepted_undone === wave.acceptedUndone) continue
    Object.assign(wave, { accepted, acceptedUndone: accepted_undone })
    await changeWave(db, id, wave.wave, { accepted, accepted_undone })
  }
  return waves
}

const changeWave = (
  db: Db,
  id: number,
  wave: number,
  values: { accepted?: number; accepted_undone?: number; state?: 'passed' | 'halted'; settled_at?: Date },
) => db.updateTable('campaign_waves').set(values).where('campaign_id', '=', id).where('wave', '=', wave).execute()

async function totalWaves(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ waves: number }>`
    SELECT coalesce(max(c.wave), 0) AS waves FROM campaign_devices c WHERE c.campaign_id = ${id} AND ${job}`.execute(db)
  return rows[0]?.waves ?? 0
}

/** Scope and content with which a campaign continues, or the reason why it cannot. */
async function findMeans(
  { actions, seal }: CampaignDeps,
  tx: Db,
  campaign: CampaignRow,
  kind: CampaignKind,
): Promise<Means | Text> {
  const { user_id, username } = campaign
  if (user_id === null) return text('campaigns.halted_user')
  const { permission } = handlerOf(actions(), kind.action).kind
  const scope = await findUserScope(tx, user_id, permission)
  if (!scope) return text('campaigns.halted_permission', { username })
  const brought = broughtBy(seal, campaign)
  try {
    await kind.check({ db: tx, scope }, brought)
    return { scope, kind, brought }
  } catch (error) {
    if (error instanceof Problem) return text('campaigns.halted_file', { username })
    throw error
  }
}

async function halt(deps: CampaignDeps, tx: Db, campaign: CampaignRow, reason: Text, wave?: number): Promise<void> {
  const { id, name, user_id, company_id } = campaign
  await changeCampaign(tx, id, { state: 'halted', reason })
  if (wave !== undefined) await changeWave(tx, id, wave, { state: 'halted' })
  await setPaused(tx, id, true)
  await writeAudit(tx, 'campaigns.halt', { visitor: null, ip: '', userAgent: '', requestId: '' }, [
    { target: 'campaign', targetId: id, name, company: campaign, after: { reason } },
  ])
  await deps.emit(tx, { type: 'campaign.halted', data: { campaign_id: id, company_id, name, reason, user_id } })
}

async function finish(
  { emit }: CampaignDeps,
  tx: Db,
  campaign: CampaignRow,
  state: 'done' | 'cancelled',
  waves: readonly StartedWave[],
) {
  const { id, name, user_id, company_id } = campaign
  await changeCampaign(tx, id, { state, reason: null, ended_at: new Date() })
  await wipeCampaigns(tx, [id])
  const sum = (of: 'done' | 'failed') => waves.reduce((count, wave) => count + wave[of], 0)
  await emit(tx, {
    type: 'campaign.ended',
    data: { campaign_id: id, company_id, name, state, user_id, done: sum('done'), failed: sum('failed') },
  })
}

/** `total`: devices of all waves that took the change back. */
function haltText({ why, wave: counted }: Extract<Decision, { what: 'halt' }>, total: number): Text {
  const { wave, done, failed, undone, open, waitingOnline, waitingOffline, allowed, accepted } = counted
  if (why === 'no_result') return text('campaigns.halted_no_result', { wave })
  if (why === 'undone_all') return text('campaigns.halted_undone_all', { undone: total })
  const size = done + failed + open + waitingOnline + waitingOffline
  if (why === 'undone') return text('campaigns.halted_undone', { wave, undone, size })
  return text('campaigns.halted', { wave, failed, size, allowed: allowed + accepted })
}

/** Text for a campaign that only waits for offline devices. */
function waitText({ waitsFor }: Extract<Decision, { what: 'continue' }>): Text | null {
  if (!waitsFor) return null
  const { wave, done, failed, waitingOffline: offline } = waitsFor
  return text('campaigns.waiting_for_devices', { wave, offline, size: done + failed + offline })
}

/** Applies the decision about a campaign's waves. Returns the devices something was queued for. */
async function apply(
  deps: CampaignDeps,
  tx: Db,
  campaign: CampaignRow,
  means: Means,
  waves: readonly StartedWave[],
): Promise<number[]> {
  const { id } = campaign
  const decision = decide(waves, await totalWaves(tx, id), campaign.plan.undone)
  if (decision.what === 'halt') {
    const undone = waves.reduce((sum, wave) => sum + wave.undone, 0)
    await halt(deps, tx, campaign, haltText(decision, undone), decision.wave.wave)
    return []
  }
  for (const wave of decision.passed) await changeWave(tx, id, wave, { state: 'passed', settled_at: new Date() })
  if (decision.what === 'finish') {
    await finish(deps, tx, campaign, 'done', waves)
    return []
  }
  const reason = waitText(decision)
  if (reason !== campaign.reason) await changeCampaign(tx, id, { reason })
  return decision.next === undefined ? [] : startWave(tx, campaign, decision.next, means)
}

async function settleClaimed(deps: CampaignDeps, tx: Db, campaign: CampaignRow): Promise<number[]> {
  const kind = deps.kinds().find((one) => one.kind === campaign.kind)
  // A kind of a newer release is left to its nodes.
  if (!kind) return []
  if (campaign.state === 'scheduled') {
    if (campaign.starts_at === null || campaign.starts_at > new Date()) return []
    campaign.state = 'running'
    await changeCampaign(tx, campaign.id, { state: 'running', started_at: new Date() })
  }
  await followActions(tx, campaign, kind)
  await followChecks(tx, campaign)
  const passed = await checkObserved(tx, campaign)
  const asked = passed.length === 0 ? [] : await startChecks(tx, campaign, deps.actions(), passed)
  const waves = await countWaves(tx, campaign)
  if (campaign.state === 'cancelled') {
    if (waves.every(({ open }) => open === 0)) await finish(deps, tx, campaign, 'cancelled', waves)
    return asked
  }
  if (campaign.state !== 'running') return asked
  const means = await findMeans(deps, tx, campaign, kind)
  if (typeof means === 'string') {
    await halt(deps, tx, campaign, means)
    return asked
  }
  return [...asked, ...(await apply(deps, tx, campaign, means, waves))]
}

/**
 * Brings a campaign up to date and applies the decision that follows, in one transaction: a wave is started once,
 * however often this runs, on any number of nodes and despite kills.
 */
export async function settle(deps: CampaignDeps, id: number): Promise<void> {
  const queued = await deps.db.transaction().execute(async (tx) => {
    const campaign = await claimCampaign(tx, id)
    return campaign ? settleClaimed(deps, tx, campaign) : []
  })
  if (queued.length > 0) deps.bus.publish(actionsQueued, { deviceIds: queued })
}
