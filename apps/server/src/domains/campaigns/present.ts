import { campaignDeviceStates } from '@longreach/contract/campaigns/constants'
import type { Campaign, CampaignDetails, CampaignDevice, WaveDetails } from '@longreach/contract/campaigns/schemas'
import { failuresAllowed } from '@longreach/contract/campaigns/waves'
import { formatTime } from '@longreach/contract/time'
import { type countDevices, type countFailedChecks, type ListedCampaign, optionsOf, type WaveRow } from './store.ts'

type Counts = Campaign['counts']

const timeOf = (time: Date | null) => time && formatTime(time)

const countsOf = (found: Partial<Counts>): Counts =>
  Object.fromEntries(campaignDeviceStates.map((state) => [state, found[state] ?? 0])) as Counts

export function presentCampaign(row: ListedCampaign): Campaign {
  const { id, name, kind, company_id, company_name, state, reason, user_id, username, file_id, file_name, version } =
    row
  const counts = countsOf(row.counts ?? {})
  return {
    id,
    name,
    kind,
    company_id,
    company_name,
    state,
    reason,
    user_id,
    username,
    file_id,
    file_name,
    version,
    counts,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.left_out,
    wave: row.wave,
    waves: row.waves,
    created_at: formatTime(row.created_at),
    starts_at: timeOf(row.starts_at),
    started_at: timeOf(row.started_at),
    ended_at: timeOf(row.ended_at),
  }
}

type Counted = Awaited<ReturnType<typeof countDevices>>

function presentWaves(row: ListedCampaign, started: readonly WaveRow[], counted: Counted): WaveDetails[] {
  const numbers = [...new Set(counted.flatMap(({ wave }) => (wave === null ? [] : [wave])))].sort((a, b) => a - b)
  return numbers.map((wave) => {
    const counts = countsOf(
      Object.fromEntries(counted.filter((one) => one.wave === wave).map(({ state, count }) => [state, count])),
    )
    const found = started.find((one) => one.wave === wave)
    return {
      wave,
      size: Object.values(counts).reduce((sum, count) => sum + count, 0),
      state: found?.state ?? null,
      failures_allowed: failuresAllowed(row.plan.waves, wave) + (found?.accepted ?? 0),
      counts,
      started_at: timeOf(found?.started_at ?? null),
      settled_at: timeOf(found?.settled_at ?? null),
    }
  })
}

export function presentDetails(
  row: ListedCampaign,
  of: {
    started: readonly WaveRow[]
    counted: Counted
    failed: Awaited<ReturnType<typeof countFailedChecks>>
    waitingOffline: number
    bytesSent: number
    secretsWiped: string[]
  },
): CampaignDetails {
  const { waves, soak, check_wan, check_reports, check_command = null, hours, undone = { first: 0, all: 0 } } = row.plan
  const { keep_settings, downgrade, metered, seconds = null } = optionsOf(row.plan)
  const plan = {
    ...{ waves, soak, check_wan, check_reports, check_command, hours, keep_settings, downgrade, metered },
    undone_first: undone.first,
    undone_all: undone.all,
    seconds,
    size: row.size,
  }
  return {
    ...presentCampaign(row),
    plan,
    selection: row.state === 'draft' ? row.selection : null,
    waves_details: presentWaves(row, of.started, of.counted),
    failed_checks: Object.fromEntries(
      of.failed.map(({ check, count }) => [check, count]),
    ) as CampaignDetails['failed_checks'],
    waiting_offline: of.waitingOffline,
    bytes_sent: of.bytesSent,
    secrets_wiped: of.secretsWiped,
  }
}

export const presentDevice = (
  row: Omit<CampaignDevice, 'started_at' | 'ended_at'> & { started_at: Date | null; ended_at: Date | null },
): CampaignDevice => ({ ...row, started_at: timeOf(row.started_at), ended_at: timeOf(row.ended_at) })
