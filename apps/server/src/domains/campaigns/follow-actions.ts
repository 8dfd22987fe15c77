import type { CampaignCheck } from '@longreach/contract/campaigns/constants'
import { text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { findFault, type Observed, passedText } from './health.ts'
import type { CampaignKind } from './hooks.ts'
import type { CampaignRow } from './store.ts'

const job = systemScope('background job')

const deleted = text('actions.device_deleted')
/** Messages of ended actions that are not failures of the update. */
const noFailures = [deleted, text('actions.forbidden')]

/** State of a device, from that of its action. Nothing was sent to a device whose action expired. */
const stateOf = sql`CASE CASE WHEN t.message = ANY (${noFailures}::text[]) THEN 'cancelled' ELSE t.state END WHEN 'queued' THEN 'waiting' WHEN 'sent' THEN 'running' WHEN 'running' THEN 'running'
  WHEN 'done' THEN 'observing' WHEN 'failed' THEN 'failed' WHEN 'expired' THEN 'skipped' ELSE 'cancelled' END`

interface Followed {
  device_id: number
  state: string
  observed_until: Date | null
  step: number
  message: string
}

/** Updates the campaign's devices from the states of their actions. */
export async function followActions(db: Db, { id, plan }: CampaignRow, kind: CampaignKind): Promise<void> {
  const { rows } = await sql<Followed>`
    UPDATE campaign_devices c SET state = ${stateOf}, detail = t.message, started_at = coalesce(t.sent_at, c.started_at),
      observed_until = CASE WHEN t.state = 'done' THEN t.finished_at + ${plan.soak} * interval '1 second' END,
      version = CASE WHEN t.state IN ('done', 'failed') THEN (SELECT d.firmware FROM devices d WHERE d.id = c.device_id) END,
      ended_at = CASE WHEN t.state IN ('failed', 'expired', 'cancelled') THEN t.finished_at END
    FROM action_targets t
    WHERE c.campaign_id = ${id} AND c.state IN ('waiting', 'running') AND t.id = c.target_id AND ${stateOf} <> c.state AND ${job}
    RETURNING c.device_id, c.state, c.observed_until, t.step, t.message`.execute(db)
  const details = rows.flatMap(({ device_id, state, observed_until, step, message }): Detail[] => {
    if (state === 'failed') return [{ device_id, check: kind.failedCheck({ step, message }), detail: message }]
    if (state !== 'observing' || !observed_until) return []
    return [{ device_id, check: null, detail: text('campaigns.observing', { until: formatTime(observed_until) }) }]
  })
  await writeDetails(db, id, details)
}

/** Observations of a device, with the check it failed. */
interface Detail {
  device_id: number
  check: CampaignCheck | null
  detail: string
}

async function writeDetails(db: Db, id: number, details: readonly Detail[]): Promise<void> {
  if (details.length === 0) return
  await sql`
    UPDATE campaign_devices c SET failed_check = o.failed, detail = o.detail
    FROM unnest(${details.map((one) => one.device_id)}::bigint[], ${details.map((one) => one.check)}::text[],
      ${details.map((one) => one.detail)}::text[]) AS o (id, failed, detail)
    WHERE c.campaign_id = ${id} AND c.device_id = o.id AND ${job}`.execute(db)
}

type Checked = Observed & { device_id: number; deleted: boolean; version: string | null }

function outcomeOf(plan: CampaignRow['plan'], row: Checked) {
  const { device_id, version } = row
  if (row.deleted) return { device_id, version, state: 'cancelled', check: null, detail: deleted }
  const fault = findFault(plan, row)
  if (fault) return { device_id, version, state: 'failed', ...fault }
  return { device_id, version, state: 'done', check: null, detail: passedText(plan.soak) }
}

/** Checks the devices whose time of observation has passed. Returns those that only have to pass the plan's command. */
export async function checkObserved(db: Db, { id, plan }: CampaignRow): Promise<number[]> {
  const { rows } = await sql<Checked>`
    SELECT c.device_id, d.id IS NULL AS deleted, d.firmware AS version, coalesce(d.status = 1, false) AS online, c.wan_before, d.wan_state AS wan,
      extract(epoch FROM now() - s.updated_at)::float8 AS report_age, extract(epoch FROM now() - t.finished_at)::float8 AS since,
      coalesce(d.dynamic_monitoring, 0) AS interval
    FROM campaign_devices c LEFT JOIN action_targets t ON t.id = c.target_id
    LEFT JOIN devices d ON d.id = c.device_id AND d.deleted_at IS NULL LEFT JOIN device_state s ON s.device_id = c.device_id
    WHERE c.campaign_id = ${id} AND c.state = 'observing' AND c.observed_until <= now() AND ${job}
    ORDER BY c.device_id FOR UPDATE OF c`.execute(db)
  const outcomes = rows.map((row) => outcomeOf(plan, row))
  const goesOn = ({ state }: (typeof outcomes)[number]) => state === 'done' && Boolean(plan.check_command)
  const checked = outcomes.filter((one) => !goesOn(one))
  if (checked.length > 0)
    await sql`
    UPDATE campaign_devices c SET state = o.state, version = coalesce(o.version, c.version), ended_at = now()
    FROM unnest(${checked.map((one) => one.device_id)}::bigint[], ${checked.map(({ state }) => state)}::text[],
      ${checked.map(({ version }) => version)}::text[]) AS o (id, state, version)
    WHERE c.campaign_id = ${id} AND c.device_id = o.id AND ${job}`.execute(db)
  await writeDetails(db, id, checked)
  return outcomes.filter(goesOn).map(({ device_id }) => device_id)
}
