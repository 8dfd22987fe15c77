import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../ui/format.ts'
import classes from './shell-view.module.css'

/** From here on the time left is shown by the second, and as a warning. */
const warnSeconds = 120

/** How long a session goes on. */
export function TimeLeft({ endsAt }: { endsAt: number | null }) {
  const { t } = useTranslation('connect')
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (endsAt === null) return null
  const left = Math.max(0, Math.round((endsAt - now) / 1000))
  const short = left > warnSeconds ? formatDuration(left - (left % 60)) : formatDuration(left)
  return (
    <span className={classes.left} data-soon={left <= warnSeconds || undefined}>
      {left === 0 ? t('over') : t('timeLeft', { time: short })}
    </span>
  )
}
