import './texts.ts'
import type { Notification } from '@longreach/contract/notifications/schemas'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/error.ts'
import { Ago } from '../../ui/ago.tsx'
import { Button } from '../../ui/button.tsx'
import classes from './notifications.module.css'
import { recentQuery } from './queries.ts'
import { useTarget } from './target.ts'

export function RecentList({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation(['notifications', 'ui'])
  const { data, error, refetch } = useQuery(recentQuery)
  const targetOf = useTarget()
  if (error) {
    return (
      <div className={classes.instead} role="alert">
        <p>{error instanceof ApiError && error.errors[0] ? error.errors[0].message : t('failed')}</p>
        <Button size="small" onClick={() => void refetch()}>
          {t('ui:retry')}
        </Button>
      </div>
    )
  }
  if (!data) return <div className={classes.instead} />
  if (data.length === 0) return <p className={classes.instead}>{t('none.title')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={classes.list} tabIndex={0} aria-label={t('title')}>
      <ul>
        {data.map((one) => {
          const target = targetOf(one)
          return (
            <li key={one.id}>
              {target ? (
                <Link {...target} className={classes.item} onClick={onLeave}>
                  <Item about={one} />
                </Link>
              ) : (
                <div className={classes.item}>
                  <Item about={one} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Item({ about }: { about: Notification }) {
  const { t } = useTranslation('notifications')
  return (
    <>
      <span className={classes.summary}>{about.summary}</span>
      <span className={classes.when}>
        {about.seen_at === null ? <span className={classes.new}>{t('new')}</span> : null}
        <Ago time={about.created_at} />
      </span>
    </>
  )
}
