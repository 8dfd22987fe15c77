import './texts.ts'
import { exportMoveLogs, listMoveLogs } from '@longreach/contract/users/endpoints'
import type { MoveLog } from '@longreach/contract/users/schemas'
import { IconArrowsMove } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import type { GridColumn } from '../../tables/columns.ts'
import { madeField } from '../../tables/filters/field.ts'
import type { ListSpec } from '../../tables/list-source.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { formatApiTime } from '../../ui/format.ts'
import { companyField } from '../companies/public/company-field.ts'
import classes from './users.module.css'

const spec: ListSpec = {
  name: 'move-logs',
  list: listMoveLogs,
  download: exportMoveLogs,
  defaultSort: '-created_at',
}

/** `/users/move-logs`: which user was moved from which company to which, and by whom. */
export function MoveLogsPage() {
  const { t } = useTranslation('users')
  const columns = useMemo(() => moveColumns(t), [t])
  const filters = useMemo(() => [companyField(t('filter.company')), madeField(t('moves.columns.time'))], [t])
  return (
    <TablePage<MoveLog>
      spec={spec}
      title={t('moves.title')}
      searchLabel={t('moves.search')}
      columns={columns}
      filters={filters}
      nameOf={(row) => `${row.user} ${row.created_at}`}
      onOpen={() => undefined}
      phoneRow={(row) => <PhoneMove row={row} />}
      countText={(count, formatted) => t('moves.total', { count, formatted })}
      empty={{
        icon: <IconArrowsMove size={22} stroke={1.6} />,
        title: t('moves.none.title'),
        text: t('moves.none.text'),
      }}
      failed={t('moves.failed')}
    />
  )
}

function moveColumns(t: TFunction<'users'>): GridColumn<MoveLog>[] {
  const cut = (text: string) => (
    <span className={cells.cut} title={text}>
      {text}
    </span>
  )
  const company = (name: string | null) =>
    name === null ? <span className={classes.hidden}>{t('moves.hidden')}</span> : cut(name)
  return [
    {
      id: 'time',
      csv: ['created_at'],
      label: t('moves.columns.time'),
      width: 168,
      sort: 'created_at',
      cell: (row) => formatApiTime(row.created_at),
    },
    {
      id: 'user',
      label: t('moves.columns.user'),
      width: 240,
      pinned: true,
      sort: 'user',
      cell: (row) => cut(row.user),
    },
    {
      id: 'from',
      csv: ['from_company'],
      label: t('moves.columns.from'),
      width: 200,
      cell: (row) => company(row.from_company),
    },
    { id: 'to', csv: ['to_company'], label: t('moves.columns.to'), width: 200, cell: (row) => company(row.to_company) },
    { id: 'by', csv: ['moved_by'], label: t('moves.columns.by'), width: 240, cell: (row) => cut(row.moved_by) },
  ]
}

/** Two lines of a phone row. */
function PhoneMove({ row }: { row: MoveLog }) {
  const { t } = useTranslation('users')
  const hidden = t('moves.hidden')
  return (
    <div className={cells.lines}>
      <span className={cells.name}>{row.user}</span>
      <span className={cells.second}>
        {row.from_company ?? hidden} → {row.to_company ?? hidden} · {formatApiTime(row.created_at)}
      </span>
    </div>
  )
}
