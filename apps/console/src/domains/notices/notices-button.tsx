import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../api/session.ts'
import { HeaderWidget } from '../../shell/header-widget.tsx'
import { useRested } from '../../shell/use-rested.ts'
import widget from '../../shell/widget.module.css'
import { late } from '../../ui/late.ts'
import { isUnread, useLastSeen } from './last-seen.ts'
import { toldQuery } from './queries.ts'

const ToldList = late(() => import('./told-list.tsx').then((file) => ({ default: file.ToldList })))

const none = [] as const

/** Notices for everybody, with a mark while there are some the user has not looked at. */
export function NoticesButton() {
  const { t } = useTranslation('shell')
  const client = useQueryClient()
  const rested = useRested()
  const route = useRouterState({ select: (state) => state.matches.at(-1)?.routeId })
  const { data: told = none } = useQuery({ ...toldQuery, enabled: rested })
  const { seen, look } = useLastSeen(useUser().id)
  const writes = useCan('admin_view_notice')
  const [opened, setOpened] = useState(false)
  /** Of before the list was opened: what is new in it stays marked while one reads. */
  const [before, setBefore] = useState<number | null>(null)
  const unread = told.some((notice) => isUnread(notice, seen))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is loaded anew whenever the screen changes
  useEffect(() => void client.invalidateQueries({ queryKey: toldQuery.queryKey }), [client, route])

  const change = (next: boolean) => {
    if (next === opened) return
    if (next) setBefore(seen)
    look(told)
    setOpened(next)
  }
  return (
    <HeaderWidget
      title={t('told.title')}
      label={t(unread ? 'told.unread' : 'told.title')}
      icon={<IconSpeakerphone size={20} stroke={1.6} />}
      mark={unread ? <span className={widget.dot} aria-hidden="true" /> : null}
      opened={opened}
      onChange={change}
      link={
        writes ? (
          <Link to="/notices" onClick={() => change(false)}>
            {t('told.all')}
          </Link>
        ) : null
      }
    >
      <ToldList told={told} seen={before} />
    </HeaderWidget>
  )
}
