import type { ActionCounts } from '../devices/hooks.ts'
import { campaignList } from './store.ts'

/** A campaign is running also while none of its devices has an action: between waves, and while devices are observed. */
export const countCampaigns: ActionCounts = async ({ db, scope, session }) => {
  if (!session.permissions.has('view_device_logs')) return {}
  return { campaigns: (await campaignList.count(db, scope, { state: ['running'] })).total }
}
