import { parseTime } from '@longreach/contract/time'
import { useTranslation } from 'react-i18next'
import { formatAgo, formatDate, formatDay } from './format.ts'
import { useNow } from './use-now.ts'

interface Props {
  /** A time of the API. */
  time: string | null | undefined
  className?: string | undefined
  /** In place of 'Never'. */
  none?: string
}

const day = 86_400_000

/** A time as its age, or with its day unless it is of the last 24 hours; the exact time is the tooltip. */
export function Ago({ time, className, none }: Props) {
  const { t } = useTranslation('ui')
  const now = useNow()
  const date = time ? parseTime(time) : null
  if (!date) return <span className={className}>{none ?? t('time.never')}</span>
  const age = now - date.getTime()
  return (
    <time className={className} dateTime={date.toISOString()} title={formatDate(date)}>
      {age > -60_000 && age < day ? formatAgo(date, now) : formatDay(date, now)}
    </time>
  )
}
