import './texts.ts'
import { exportMoveLogs, listMoveLogs } from '@longreach/contract/users/endpoints'
import type { MoveLog } from '@longreach/contract/users/schemas'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { createdField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { companyField } from '../companies/public/company-field.ts'
import classes from './users.module.css'

const cut = (text: string) => (
  <span className={cells.cut} title={text}>
    {text}
  </span>
)

export const moveLogTable = defineTable({
  name: 'move-logs',
  list: listMoveLogs,
  download: exportMoveLogs,
  texts: 'users',
  defaultSort: '-created_at',
  nameOf: (row) => `${row.user} ${row.created_at}`,
  phoneRow: (row) => <PhoneMove row={row} />,
  columns: (t) => [
    {
      id: 'time',
      csv: ['created_at'],
      label: t('moves.columns.time'),
      width: 168,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
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
      cell: (row) => <MovedCompany name={row.from_company} />,
    },
    {
      id: 'to',
      csv: ['to_company'],
      label: t('moves.columns.to'),
      width: 200,
      cell: (row) => <MovedCompany name={row.to_company} />,
    },
    { id: 'by', csv: ['moved_by'], label: t('moves.columns.by'), width: 240, cell: (row) => cut(row.moved_by) },
  ],
  filters: (t) => [companyField(t('filter.company')), createdField(t('moves.columns.time'))],
})

/** A company that the user may not see has no name. */
function MovedCompany({ name }: { name: string | null }) {
  const { t } = useTranslation('users')
  return name === null ? <span className={classes.hidden}>{t('moves.hidden')}</span> : cut(name)
}

function PhoneMove({ row }: { row: MoveLog }) {
  const { t } = useTranslation('users')
  const hidden = t('moves.hidden')
  return (
    <div className={cells.lines}>
      <span className={cells.name}>{row.user}</span>
      <span className={cells.second}>
        {row.from_company ?? hidden} → {row.to_company ?? hidden} · <Ago time={row.created_at} />
      </span>
    </div>
  )
}
