import { sql } from 'kysely'
import type { Partitioned } from '../../db/partitions.ts'
import type { Retention } from '../../module/retention.ts'

export const partitions: readonly Partitioned[] = [
  { table: 'device_logs', step: 'month', days: 365, past: 'created_at' },
]

export const retention: readonly Retention[] = [
  // Attempts of strangers would otherwise outgrow all other rows.
  { table: 'device_logs', since: 'created_at', days: 30, where: sql`type = 'connection'` },
  { table: 'device_claims', since: 'expires_at', hours: 0 },
  { table: 'enrolment_permits', since: 'expires_at', hours: 0 },
  { table: 'imports', since: 'created_at', days: 7 },
  { table: 'key_claims', since: 'expires_at', hours: 0 },
  // For an hour a late or repeated ticket can be distinguished from an invented one.
  { table: 'tunnel_tickets', since: 'expires_at', hours: 1 },
  // They show for some minutes that a tag was used.
  { table: 'tag_firings', since: 'fired_at', hours: 24 },
  { table: 'file_tickets', since: 'expires_at', hours: 1 },
]
