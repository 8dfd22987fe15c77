/** Longest range of statistics in days; also the retention of hours of the curve and of days with devices seen. */
export const statisticsDays = 731

/** Groups of devices on the first page, and most values of each. */
export const generalGroups = ['status', 'model', 'firmware', 'connection_type', 'operator'] as const
export const generalValues = 12

export const actionSources = ['user', 'schedule', 'tag', 'campaign'] as const

export const seenPeriods = ['day', 'month'] as const
