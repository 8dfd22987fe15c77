/**
 * Tables whose rows stand where their company stands, in the order a move writes them: devices before what is counted of
 * them, and the changes before the counts they are folded into.
 */
export const followingTables = [
  'users',
  'roles',
  'invitations',
  'enrolment_keys',
  'tags',
  'devices',
  'device_count_changes',
  'device_counts',
  'remote_access',
  'company_data_usage',
] as const

/** Tables that keep where a company stood when something happened. */
export const keepingTables = [
  'audit',
  'device_logs',
  'actions',
  'action_targets',
  'action_events',
  'mails',
  'remote_sessions',
  'user_move_places',
] as const
