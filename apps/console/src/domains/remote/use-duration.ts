import { sessionDurations } from '@longreach/contract/remote/constants'
import type { QueryClient } from '@tanstack/react-query'
import { storedValue, useStored } from '../../api/user-storage.ts'

const initial = 3600
const key = 'remote.duration'

const known = (stored: unknown) => sessionDurations.find((seconds) => seconds === stored) ?? initial

/** Duration in seconds of sessions that are opened without a question. */
export const lastDuration = (client: QueryClient) => known(storedValue(client, key))

/** Duration in seconds of the user's sessions, as last selected. */
export function useDuration() {
  const [stored, store] = useStored(key)
  return { duration: known(stored), setDuration: store as (seconds: number) => void }
}
