import './texts.ts'
import { listNotifications } from '@longreach/contract/notifications/endpoints'
import type { Notification } from '@longreach/contract/notifications/schemas'
import { IconBell } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import type { GridColumn } from '../../tables/columns.ts'
import type { FilterField } from '../../tables/filters/field.ts'
import type { ListSpec } from '../../tables/list-source.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { Ago } from '../../ui/ago.tsx'
import { formatApiTime } from '../../ui/format.ts'
import classes from './notifications.module.css'
import { useTarget } from './target.ts'

const spec: ListSpec = { name: 'notifications', list: listNotifications, defaultSort: '-created_at' }

/** `/notifications`: all notifications of the user. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications')
  const navigate = useNavigate()
  const targetOf = useTarget()
  const columns = useMemo(() => notificationColumns(t), [t])
  const filters = useMemo((): FilterField[] => {
    const options = [{ value: 'false', label: t('filter.unseen') }]
    return [{ name: 'seen', label: t('filter.label'), kind: 'list', values: ['false'], options, quick: true }]
  }, [t])
  return (
    <TablePage<Notification>
      spec={spec}
      title={t('title')}
      searchLabel={t('search')}
      columns={columns}
      filters={filters}
      nameOf={(row) => row.summary}
      onOpen={(row) => {
        const target = targetOf(row)
        if (target) void navigate(target)
      }}
      phoneRow={(row) => <PhoneRow row={row} />}
      countText={(count, formatted) => t('total', { count, formatted })}
      empty={{ icon: <IconBell size={22} stroke={1.6} />, title: t('none.title'), text: t('none.text') }}
      failed={t('failed')}
    />
  )
}

function Summary({ row }: { row: Notification }) {
  const { t } = useTranslation('notifications')
  const unseen = row.seen_at === null
  return (
    <span className={classes.cell} data-new={unseen || undefined}>
      {unseen ? <span className={classes.new}>{t('new')}</span> : null}
      <span className={cells.cut} title={row.summary}>
        {row.summary}
      </span>
    </span>
  )
}

function notificationColumns(t: TFunction<'notifications'>): GridColumn<Notification>[] {
  return [
    { id: 'summary', label: t('columns.summary'), width: 560, pinned: true, cell: (row) => <Summary row={row} /> },
    { id: 'type', label: t('columns.type'), width: 176, cell: (row) => t(`type.${row.type}`) },
    {
      id: 'time',
      label: t('columns.time'),
      width: 128,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    { id: 'seen', label: t('columns.seen'), width: 176, cell: (row) => formatApiTime(row.seen_at) },
  ]
}

/** Two lines of a phone row. */
function PhoneRow({ row }: { row: Notification }) {
  return (
    <div className={cells.lines}>
      <Summary row={row} />
      <span className={cells.second}>
        <Ago time={row.created_at} />
      </span>
    </div>
  )
}
