/** What there is help on: the names of the specification, and our own for the pages it gives none. */
export const helpKeys = [
  'management.devices',
  'device',
  'dynamic.parameters',
  'remote.access',
  'remote.info',
  'service.connect-history',
  'users.companies',
  'company.info',
  'tags.main',
  'users.table',
  'users.invitations',
  'users.roles',
  'users.move-logs',
  'system.audit-logs',
  'system.mail-logs',
  'notices',
  'notifications',
  'account',
  'form',
] as const

export type HelpKey = (typeof helpKeys)[number]
