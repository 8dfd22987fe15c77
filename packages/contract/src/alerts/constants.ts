/** Delivery of an alert, by the numbers of the public API. */
export const alertActions = { email: 1, notification: 2, both: 3 } as const
export const sendsMail = (action: number): boolean => action !== alertActions.notification
export const sendsNotification = (action: number): boolean => action !== alertActions.email

/** Periods by which a rule sums up mobile data. */
export const alertPeriods = ['day', 'week', 'month'] as const
export type AlertPeriod = (typeof alertPeriods)[number]

/** Start of a period: the hour of a day, the day of a week (1 is Monday), the day of a month. */
export const periodStarts = {
  day: { min: 0, max: 23 },
  week: { min: 1, max: 7 },
  month: { min: 1, max: 31 },
} as const satisfies Record<AlertPeriod, { min: number; max: number }>

export const alertLimits = {
  rules: 50,
  /** Devices per call. */
  devices: 1000,
  subject: 255,
  message: 1000,
  /** Minutes within which a rule raises no second alert. */
  redundancy: { min: 1, max: 10_080, default: 60 },
  /** MB, of 1024 KB each. */
  data: { min: 1, max: 1_000_000_000 },
  /** Metres around a position. */
  radius: { min: 10, max: 1_000_000 },
  /** Most mails of one rule within an hour. */
  mailsPerHour: 20,
  /** Fired alerts in a widget. */
  shown: { min: 1, max: 20, default: 5 },
} as const

/** Retention of fired alerts in days. */
export const alertDays = 180

export const alertSorts = ['created_at', 'device_name', 'company_name', 'alert_type_id'] as const
export const alertRuleSorts = ['created_at', 'device_name', 'company_name', 'alert_type_id', 'enable'] as const
