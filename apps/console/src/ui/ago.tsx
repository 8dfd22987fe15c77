import { parseTime } from '@longreach/contract/time'
import { useTranslation } from 'react-i18next'
import { formatAgo, formatDate } from './format.ts'
import { useNow } from './use-now.ts'

/** A time of the API as its age, with the exact time as tooltip. */
export function Ago({ time, className }: { time: string | null | undefined; className?: string | undefined }) {
  const { t } = useTranslation('ui')
  const now = useNow()
  const date = time ? parseTime(time) : null
  if (!date) return <span className={className}>{t('time.never')}</span>
  return (
    <time className={className} dateTime={date.toISOString()} title={formatDate(date)}>
      {formatAgo(date, now)}
    </time>
  )
}
