/** The longest range of statistics in days: hours of the curve and days with devices seen are kept as long. */
export const statisticsDays = 731

/** What devices are counted by on the first page, and the maximum values of each. */
export const generalGroups = ['status', 'model', 'firmware', 'connection_type', 'operator'] as const
export const generalValues = 12

/** From what an action was started. */
export const actionSources = ['user', 'schedule', 'tag', 'campaign'] as const

/** Days or months in which devices were seen. */
export const seenPeriods = ['day', 'month'] as const
