import { refreshIntervals } from '@longreach/contract/monitoring/constants'
import { useStored } from '../api/user-storage.ts'

export type RefreshInterval = (typeof refreshIntervals)[number]
const usual: RefreshInterval = 60

/** The user's interval in seconds at which charts whose range ends now are loaded again. */
export function useRefresh(): [RefreshInterval, (seconds: RefreshInterval) => void] {
  const [stored, store] = useStored('charts.refresh')
  return [refreshIntervals.find((seconds) => seconds === stored) ?? usual, store]
}
