import { getCampaign } from '@longreach/contract/campaigns/endpoints'
import type { CampaignDetails } from '@longreach/contract/campaigns/schemas'
import { call } from '../../api/call.ts'

/** Milliseconds between refreshes of a live campaign. */
export const refreshEvery = 2000

export const campaignQuery = (id: number) => ({
  queryKey: ['campaigns', 'one', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(getCampaign, { params: { id } }, signal)).data,
})

/** Whether the campaign may still change without a user. */
export const isLive = ({ state, ended_at }: Pick<CampaignDetails, 'state' | 'ended_at'>): boolean =>
  state !== 'draft' && ended_at === null
