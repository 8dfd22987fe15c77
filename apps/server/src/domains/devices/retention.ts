import { sql } from 'kysely'
import type { Partitioned } from '../../db/partitions.ts'
import type { Retention } from '../../module/retention.ts'

export const partitions: readonly Partitioned[] = [
  { table: 'device_logs', step: 'month', days: 365, past: 'created_at' },
]

export const retention: readonly Retention[] = [
  // Attempts of strangers would outgrow everything else.
  { table: 'device_logs', since: 'created_at', days: 30, where: sql`type = 'connection'` },
  { table: 'device_claims', since: 'expires_at', hours: 0 },
  // A late or repeated ticket is told apart from an invented one for an hour.
  { table: 'tunnel_tickets', since: 'expires_at', hours: 1 },
  { table: 'file_tickets', since: 'expires_at', hours: 1 },
]
