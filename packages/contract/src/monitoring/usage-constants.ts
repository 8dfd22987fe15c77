/** Periods by which mobile data is summed up; a week starts on Monday, a month with the billing day of the SIM. */
export const usagePeriods = ['day', 'week', 'month'] as const
export type UsagePeriod = (typeof usagePeriods)[number]

/** Longest range in days. */
export const usageDays = 1830

/** Bytes of a limit: as many as are exact in JSON. */
export const dataLimits = { min: 1, max: Number.MAX_SAFE_INTEGER } as const

/** Days of the month on which a billing period may start; in a shorter month it starts on the last day. */
export const billingDays = { min: 1, max: 31, default: 1 } as const

/** Percentages of a limit that cause an event. */
export const limitShares = [80, 100] as const

/** Traffic of the server itself with devices: their links, tunnels to their pages and shells, files. */
export const trafficKinds = ['link', 'tunnel', 'file'] as const
export type TrafficKind = (typeof trafficKinds)[number]

/** Retention of that traffic in days. */
export const trafficRetentionDays = 731

/** By what SIMs are found: over their limit or due to be; without one; unused for days; in no device, or in several. */
export const simStates = ['over', 'no_limit', 'unused', 'not_inserted', 'several'] as const
export type SimState = (typeof simStates)[number]

/** Days without data after which a SIM is unused. */
export const unusedDays = 7

export const simSorts = [
  'share',
  'iccid',
  'operator',
  'device_name',
  'company_name',
  'used',
  'expected',
  'data_limit',
  'billing_day',
  'used_on',
] as const
