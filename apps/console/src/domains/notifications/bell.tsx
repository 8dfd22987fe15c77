import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HeaderWidget } from '../../shell/header-widget.tsx'
import { useRested } from '../../shell/use-rested.ts'
import widget from '../../shell/widget.module.css'
import { lazy } from '../../ui/lazy.ts'
import { reloadNotifications, seeRecent, unseenQuery } from './queries.ts'
import { useNews } from './use-news.ts'

const RecentList = lazy(() => import('./recent-list.tsx').then((file) => ({ default: file.RecentList })))

const most = 99

/** Notifications of the user: the number of new ones, and the newest. Closing the list marks them as seen. */
export function Bell() {
  const { t } = useTranslation('shell')
  const client = useQueryClient()
  const rested = useRested()
  const { data: unseen = 0 } = useQuery({ ...unseenQuery, enabled: rested })
  const [opened, setOpened] = useState(false)
  useNews()
  const change = (next: boolean) => {
    if (opened && !next) void seeRecent(client)
    setOpened(next)
  }
  return (
    <HeaderWidget
      title={t('bell.title')}
      label={unseen > 0 ? t('bell.unseen', { count: unseen }) : t('bell.title')}
      icon={<IconBell size={20} stroke={1.6} />}
      mark={
        unseen > 0 ? (
          <span className={widget.count} aria-hidden="true">
            {unseen > most ? `${most}+` : unseen}
          </span>
        ) : null
      }
      opened={opened}
      onChange={change}
      link={
        <Link
          to="/notifications"
          onClick={() => {
            change(false)
            void reloadNotifications(client)
          }}
        >
          {t('bell.all')}
        </Link>
      }
    >
      <RecentList onLeave={() => change(false)} />
    </HeaderWidget>
  )
}
