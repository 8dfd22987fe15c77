import { dailyRetentionDays, hourlyRetentionDays, retentionDays } from '@longreach/contract/monitoring/constants'
import type { Partitioned } from '../../db/partitions.ts'

/** Raw reports, by retention. */
export const historyTables: readonly Partitioned[] = retentionDays.map((days) => ({
  table: `history_${days}`,
  step: 'day',
  days,
}))

/** Roll-ups by hour. */
export const hourTable: Partitioned = { table: 'history_hour', step: 'month', days: hourlyRetentionDays }

/** Roll-ups by day. */
export const dayTable: Partitioned = { table: 'history_day', step: 'month', days: dailyRetentionDays }

/** Source of figures for whole companies: a row per device and day. */
export const fleetDayTable: Partitioned = { table: 'fleet_day', step: 'month', days: dailyRetentionDays }
