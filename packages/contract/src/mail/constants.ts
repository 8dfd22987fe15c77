export const mailLogDays = 90

export const mailStates = ['queued', 'sent', 'bounced', 'suppressed', 'failed', 'unsent'] as const
export type MailState = (typeof mailStates)[number]
