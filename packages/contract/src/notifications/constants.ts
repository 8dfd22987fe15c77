/** Kinds of news a user gets. */
export const notificationTypes = [
  'invitedUserRegistration',
  'creditCodeActivation',
  'creditAmountTooLow',
  'deviceAlert',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** Days a notification is kept: after it was seen, and when it never is. */
export const notificationDays = { seen: 90, unseen: 365 } as const
