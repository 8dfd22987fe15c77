/** Devices of a new campaign, as the call takes them. */
export type CampaignRows = { device_id: number[] } | { filter: Record<string, string> }
