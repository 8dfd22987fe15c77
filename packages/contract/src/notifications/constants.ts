export const notificationTypes = [
  'invitedUserRegistration',
  'creditCodeActivation',
  'creditAmountTooLow',
  'deviceAlert',
  'sessionEnded',
  'campaign',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** Retention of notifications in days: after they were seen, and if they never are. */
export const notificationDays = { seen: 90, unseen: 365 } as const
