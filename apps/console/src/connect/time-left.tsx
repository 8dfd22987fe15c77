import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { formatDuration } from '../ui/format.ts'
import classes from './shell-view.module.css'

/** From this many seconds on, the remaining time is shown in seconds, as a warning. */
const warnSeconds = 120

export function TimeLeft({ endsAt, onExtend }: { endsAt: number | null; onExtend: (() => void) | undefined }) {
  const { t } = useTranslation('connect')
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (endsAt === null) return null
  const left = Math.max(0, Math.round((endsAt - now) / 1000))
  const short = left > warnSeconds ? formatDuration(left - (left % 60)) : formatDuration(left)
  const soon = left <= warnSeconds
  return (
    <>
      <span className={classes.left} data-soon={soon || undefined}>
        {left === 0 ? t('over') : t('timeLeft', { time: short })}
      </span>
      {soon && left > 0 && onExtend ? (
        <Button size="small" onClick={onExtend}>
          {t('extend')}
        </Button>
      ) : null}
    </>
  )
}
