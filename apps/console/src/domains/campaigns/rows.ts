import type { CampaignDetails } from '@longreach/contract/campaigns/schemas'
import type { SelectedRows } from '../../tables/selected-rows.ts'

/** Devices of a campaign, in the form of its calls. */
export type CampaignRows = { device_id: number[] } | { filter: Record<string, string> }

/** Content of a campaign other than firmware. */
export interface Rollout {
  kind: 'configure' | 'restore' | 'task_group'
  content: object
  name: string
  rows: CampaignRows
}

export const rowsOfDraft = (selection: CampaignDetails['selection']): CampaignRows =>
  selection?.device_id ? { device_id: selection.device_id } : { filter: selection?.filter ?? {} }

/** The same as a selection of a list. */
export const selectedOf = (rows: CampaignRows): SelectedRows =>
  'device_id' in rows
    ? { ids: rows.device_id, count: rows.device_id.length, names: [] }
    : { filter: rows.filter, count: 0, names: [] }
