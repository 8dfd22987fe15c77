import './texts.ts'
import { listNotifications } from '@longreach/contract/notifications/endpoints'
import type { Notification } from '@longreach/contract/notifications/schemas'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import classes from './notifications.module.css'

export const notificationTable = defineTable({
  name: 'notifications',
  list: listNotifications,
  texts: 'notifications',
  defaultSort: '-created_at',
  nameOf: (row) => row.summary,
  phoneRow: (row) => <PhoneRow row={row} />,
  columns: (t) => [
    { id: 'summary', label: t('columns.summary'), width: 560, pinned: true, cell: (row) => <Summary row={row} /> },
    { id: 'type', label: t('columns.type'), width: 176, cell: (row) => t(`type.${row.type}`) },
    {
      id: 'time',
      label: t('columns.time'),
      width: 128,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    { id: 'seen', label: t('columns.seen'), width: 176, cell: (row) => <Ago time={row.seen_at} none="—" /> },
  ],
  filters: (t) => [
    {
      name: 'seen',
      label: t('filter.label'),
      kind: 'list',
      values: ['false'],
      options: [{ value: 'false', label: t('filter.unseen') }],
      quick: true,
    },
  ],
})

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
