import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { IconAlertTriangle } from './icons.ts'
import classes from './state.module.css'

interface EmptyProps {
  icon: ReactNode
  title: string
  text?: ReactNode
  action?: ReactNode
  /** Whether the page has no other heading. */
  alone?: boolean
}

/** Icon, title, one sentence, one action. */
export function EmptyState({ icon, title, text, action, alone = false }: EmptyProps) {
  const Heading = alone ? 'h1' : 'h2'
  return (
    <div className={classes.state}>
      <div className={classes.icon}>{icon}</div>
      <Heading className={classes.title}>{title}</Heading>
      {text ? <p className={classes.text}>{text}</p> : null}
      {action}
    </div>
  )
}

interface ErrorProps {
  title: string
  message: string
  /** Shown so that an administrator can find the request in the log. */
  requestId?: string | null
  onRetry?: () => void
}

export function ErrorState({ title, message, requestId, onRetry }: ErrorProps) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.state} role="alert">
      <div className={`${classes.icon} ${classes.bad}`}>
        <IconAlertTriangle size={22} stroke={1.6} />
      </div>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{message}</p>
      {requestId ? <p className={classes.request}>{t('requestId', { id: requestId })}</p> : null}
      {onRetry ? <Button onClick={onRetry}>{t('retry')}</Button> : null}
    </div>
  )
}

/** Bars in place of text, shown only if loading takes long enough to be noticed. */
export function Skeleton({ width, height = 10 }: { width: number | string; height?: number }) {
  return <span className={classes.skeleton} style={{ width, height }} aria-hidden="true" />
}

/** True 150 ms after mounting, so that a quick response shows no skeleton at all. */
export function useDelayed(ms = 150): boolean {
  const [delayed, setDelayed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return delayed
}
