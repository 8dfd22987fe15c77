import './texts.ts'
import { noticeTypes } from '@longreach/contract/notices/constants'
import { exportNotices, listNotices } from '@longreach/contract/notices/endpoints'
import type { WrittenNotice } from '@longreach/contract/notices/schemas'
import { parseTime } from '@longreach/contract/time'
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import cells from '../../tables/cells.module.css'
import type { GridColumn } from '../../tables/columns.ts'
import { choiceField, madeField } from '../../tables/filters/field.ts'
import type { ListSpec } from '../../tables/list-source.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import { NoticeMenu } from './notice-menu.tsx'
import { plainText } from './notice-text.tsx'
import { openNotice } from './open-windows.tsx'

const spec: ListSpec = { name: 'notices', list: listNotices, download: exportNotices, defaultSort: '-created_at' }

/** `/notices`: past, current and future notices to all users. */
export function NoticesPage() {
  const { t } = useTranslation('notices')
  const can = { add: useCan('create_notice'), edit: useCan('update_notice') }
  const columns = useMemo(() => noticeColumns(t), [t])
  const filters = useMemo(
    () => [
      choiceField('type', t('columns.type'), noticeTypes, (type) => t(`type.${type}`), { many: true, not: true }),
      madeField(t('columns.created')),
    ],
    [t],
  )
  const add = can.add ? (
    <Button look="primary" icon={<IconPlus size={17} stroke={1.8} />} onClick={() => openNotice(null)}>
      {t('add')}
    </Button>
  ) : null
  return (
    <TablePage<WrittenNotice>
      spec={spec}
      title={t('title')}
      searchLabel={t('search')}
      columns={columns}
      filters={filters}
      nameOf={(row) => plainText(row.message)}
      onOpen={(row) => can.edit && openNotice(row)}
      phoneRow={(row) => <PhoneNotice row={row} />}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={add}
      empty={{
        icon: <IconSpeakerphone size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t('none.text'),
        action: add,
      }}
      failed={t('failed')}
    />
  )
}

function stateOf(t: TFunction<'notices'>, { enabled_at, ends_at }: WrittenNotice): string {
  if (enabled_at === null) return t('state.off')
  const end = ends_at === null ? null : parseTime(ends_at)
  return t(end !== null && end.getTime() <= Date.now() ? 'state.over' : 'state.on')
}

function noticeColumns(t: TFunction<'notices'>): GridColumn<WrittenNotice>[] {
  const cut = (text: string) => (
    <span className={cells.cut} title={text}>
      {text}
    </span>
  )
  return [
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
      cell: (row) => formatApiTime(row.enabled_at),
    },
    { id: 'ends', csv: ['ends_at'], label: t('columns.ends'), width: 168, cell: (row) => formatApiTime(row.ends_at) },
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
      cell: (row) => formatApiTime(row.created_at),
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 88, cell: (row) => <NoticeMenu notice={row} /> },
  ]
}

/** Two lines of a phone row. */
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
