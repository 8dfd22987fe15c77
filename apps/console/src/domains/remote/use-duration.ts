import { sessionDurations } from '@longreach/contract/remote/constants'
import { useTranslation } from 'react-i18next'
import { useStored } from '../storage/stored.ts'

const first = 3600

/** How long the user's sessions are opened for, as chosen last, and what there is to choose from. */
export function useDuration() {
  const { t } = useTranslation('remote')
  const [stored, store] = useStored('remote.duration')
  const duration = sessionDurations.find((seconds) => seconds === stored) ?? first
  const options = sessionDurations.map((seconds) => ({
    value: String(seconds),
    label: seconds < 3600 ? t('open.minutes', { count: seconds / 60 }) : t('open.hours', { count: seconds / 3600 }),
  }))
  return { duration, setDuration: store as (seconds: number) => void, options }
}
