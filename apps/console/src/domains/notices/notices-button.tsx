import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../api/session.ts'
import { HeaderWidget } from '../../shell/header-widget.tsx'
import { useRested } from '../../shell/use-rested.ts'
import widget from '../../shell/widget.module.css'
import { lazy } from '../../ui/lazy.ts'
import { isUnread, useLastSeen } from './last-seen.ts'
import { shownNoticesQuery } from './queries.ts'

const ShownNotices = lazy(() => import('./shown-notices.tsx').then((file) => ({ default: file.ShownNotices })))

const none = [] as const

/** Notices for all users, with a mark while there are unread ones. */
export function NoticesButton() {
  const { t } = useTranslation('shell')
  const client = useQueryClient()
  const rested = useRested()
  const route = useRouterState({ select: (state) => state.matches.at(-1)?.routeId })
  const { data: notices = none } = useQuery({ ...shownNoticesQuery, enabled: rested })
  const { seen, look } = useLastSeen(useUser().id)
  const writes = useCan('admin_view_notice')
  const [opened, setOpened] = useState(false)
  /** State before the list was opened: new notices stay marked while they are read. */
  const [before, setBefore] = useState<number | null>(null)
  const unread = notices.some((notice) => isUnread(notice, seen))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is loaded again whenever the screen changes
  useEffect(() => void client.invalidateQueries({ queryKey: shownNoticesQuery.queryKey }), [client, route])

  const change = (next: boolean) => {
    if (next === opened) return
    if (next) setBefore(seen)
    look(notices)
    setOpened(next)
  }
  return (
    <HeaderWidget
      title={t('noticeMenu.title')}
      label={t(unread ? 'noticeMenu.unread' : 'noticeMenu.title')}
      icon={<IconSpeakerphone size={20} stroke={1.6} />}
      mark={unread ? <span className={widget.dot} aria-hidden="true" /> : null}
      opened={opened}
      onChange={change}
      link={
        writes ? (
          <Link to="/notices" onClick={() => change(false)}>
            {t('noticeMenu.all')}
          </Link>
        ) : null
      }
    >
      <ShownNotices notices={notices} seen={before} />
    </HeaderWidget>
  )
}
