import { statisticsDays } from '@longreach/contract/statistics/constants'
import type { Partitioned } from '../../db/partitions.ts'

/** Days for which every sample is retained; older ones only exist as hours. */
export const sampleDays = 8

export const sampleTable: Partitioned = { table: 'online_samples', step: 'day', days: sampleDays }
export const onlineHourTable: Partitioned = { table: 'online_hours', step: 'month', days: statisticsDays }
/** A device may bring reports of months for which there is no partition. */
export const seenTable: Partitioned = { table: 'device_seen', step: 'month', days: statisticsDays, past: 'day' }
