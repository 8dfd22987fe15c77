import { sessionDurations } from '@longreach/contract/remote/constants'
import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { storedValue, useStored } from '../../api/user-storage.ts'

const first = 3600
const key = 'remote.duration'

const known = (stored: unknown) => sessionDurations.find((seconds) => seconds === stored) ?? first

/** Default duration of a session. */
export const lastDuration = (client: QueryClient) => known(storedValue(client, key))

/** Duration of the user's sessions, as last selected, and the options. */
export function useDuration() {
  const { t } = useTranslation('remote')
  const [stored, store] = useStored(key)
  const duration = known(stored)
  const options = sessionDurations.map((seconds) => ({
    value: String(seconds),
    label: seconds < 3600 ? t('open.minutes', { count: seconds / 60 }) : t('open.hours', { count: seconds / 3600 }),
  }))
  return { duration, setDuration: store as (seconds: number) => void, options }
}
