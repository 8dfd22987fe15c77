import { formatTime } from '@longreach/contract/time'

const dayMs = 86_400_000

/** The last 24 hours as a value of the filter for the start of actions. */
export const lastDay = {
  value: '24h',
  ask: () => ({ start_date: formatTime(new Date(Date.now() - dayMs)) }),
}
