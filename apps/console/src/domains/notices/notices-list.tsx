import './texts.ts'
import { noticeTypes } from '@longreach/contract/notices/constants'
import { exportNotices, listNotices } from '@longreach/contract/notices/endpoints'
import type { WrittenNotice } from '@longreach/contract/notices/schemas'
import { parseTime } from '@longreach/contract/time'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { createdField, optionField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { NoticeMenu } from './notice-menu.tsx'
import { plainText } from './notice-text.tsx'

const cut = (text: string) => (
  <span className={cells.cut} title={text}>
    {text}
  </span>
)

function stateOf(t: TFunction<'notices'>, { enabled_at, ends_at }: WrittenNotice): string {
  if (enabled_at === null) return t('state.off')
  const end = ends_at === null ? null : parseTime(ends_at)
  return t(end !== null && end.getTime() <= Date.now() ? 'state.over' : 'state.on')
}

export const noticeTable = defineTable({
  name: 'notices',
  list: listNotices,
  download: exportNotices,
  texts: 'notices',
  defaultSort: '-created_at',
  nameOf: (row) => plainText(row.message),
  phoneRow: (row) => <PhoneNotice row={row} />,
  columns: (t) => [
    {
      id: 'message',
      label: t('columns.message'),
      width: 340,
      pinned: true,
      cell: (row) => cut(plainText(row.message)),
    },
    { id: 'type', label: t('columns.type'), width: 120, cell: (row) => t(`type.${row.type}`) },
    { id: 'state', label: t('columns.state'), width: 96, cell: (row) => stateOf(t, row) },
    {
      id: 'enabled',
      csv: ['enabled_at'],
      label: t('columns.enabled'),
      width: 168,
      cell: (row) => <Ago time={row.enabled_at} none="—" />,
    },
    {
      id: 'ends',
      csv: ['ends_at'],
      label: t('columns.ends'),
      width: 168,
      cell: (row) => <Ago time={row.ends_at} none="—" />,
    },
    {
      id: 'author',
      csv: ['username'],
      label: t('columns.author'),
      width: 176,
      cell: (row) => cut(row.username ?? '—'),
    },
    {
      id: 'created',
      csv: ['created_at'],
      label: t('columns.created'),
      width: 168,
      sort: 'created_at',
      hidden: true,
      cell: (row) => <Ago time={row.created_at} />,
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 88, cell: (row) => <NoticeMenu notice={row} /> },
  ],
  filters: (t) => [
    optionField('type', t('columns.type'), noticeTypes, (type) => t(`type.${type}`), { many: true, not: true }),
    createdField(t('columns.created')),
  ],
})

function PhoneNotice({ row }: { row: WrittenNotice }) {
  const { t } = useTranslation('notices')
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <span className={cells.name}>{plainText(row.message)}</span>
        <span className={cells.second}>
          {t(`type.${row.type}`)} · {stateOf(t, row)}
        </span>
      </div>
      <NoticeMenu notice={row} />
    </div>
  )
}
