/** What mobile data is summed up by; a week starts on Monday, a month with the billing day of the SIM. */
export const usagePeriods = ['day', 'week', 'month'] as const
export type UsagePeriod = (typeof usagePeriods)[number]

/** Longest range in days. */
export const usageDays = 1830

/** Bytes that a limit may have: as many as are exact in JSON. */
export const dataLimits = { min: 1, max: Number.MAX_SAFE_INTEGER } as const

/** Days of the month on which a billing period may start; a shorter month has its last day. */
export const billingDays = { min: 1, max: 31, default: 1 } as const

/** Percent of a limit at which an event says so. */
export const limitShares = [80, 100] as const

/** What the server itself transfers to and from devices: their links, tunnels to their pages and shells, files. */
export const trafficKinds = ['link', 'tunnel', 'file'] as const
export type TrafficKind = (typeof trafficKinds)[number]

/** Days for which that is stored. */
export const trafficRetentionDays = 731
