import { sessionDurations } from '@longreach/contract/remote/constants'
import type { QueryClient } from '@tanstack/react-query'
import { storedValue, useStored } from '../../api/user-storage.ts'

const initial = 3600
const key = 'remote.duration'

const known = (stored: unknown) => sessionDurations.find((seconds) => seconds === stored) ?? initial

/** Seconds for which sessions are opened without asking. */
export const lastDuration = (client: QueryClient) => known(storedValue(client, key))

/** Seconds for which the user's sessions are opened: as selected last. */
export function useDuration() {
  const [stored, store] = useStored(key)
  return { duration: known(stored), setDuration: store as (seconds: number) => void }
}
