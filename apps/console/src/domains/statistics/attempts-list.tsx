import './texts.ts'
import { exportAttempts, listAttempts } from '@longreach/contract/statistics/endpoints'
import type { Attempt } from '@longreach/contract/statistics/schemas'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { optionField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import record from '../../ui/record.module.css'
import { CompanyName } from '../companies/public/company-name.tsx'
import { periodField } from './list-range.ts'

export const attemptTable = defineTable({
  name: 'connection-attempts',
  list: listAttempts,
  download: exportAttempts,
  texts: 'statistics',
  defaultSort: '-created_at',
  nameOf: (row) => `${row.serial ?? ''} ${row.created_at}`,
  phoneRow: (row) => <PhoneAttempt row={row} />,
  columns: (t) => [
    {
      id: 'time',
      csv: ['created_at'],
      label: t('attempts.columns.time'),
      width: 168,
      pinned: true,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    {
      id: 'result',
      csv: ['accepted', 'code'],
      label: t('attempts.result'),
      width: 112,
      cell: (row) => <Result row={row} />,
    },
    {
      id: 'reason',
      label: t('attempts.columns.reason'),
      width: 320,
      cell: (row) => <Cut text={row.reason} />,
    },
    {
      id: 'device',
      csv: ['device_name'],
      label: t('attempts.columns.device'),
      width: 200,
      cell: (row) =>
        row.device_id === null ? (
          '—'
        ) : (
          <Link to="/devices/$id/activity" params={{ id: String(row.device_id) }} className={cells.link} tabIndex={-1}>
            {row.device_name ?? `#${row.device_id}`}
          </Link>
        ),
    },
    {
      id: 'serial',
      label: t('attempts.columns.serial'),
      width: 128,
      cell: (row) => <code>{row.serial}</code>,
    },
    { id: 'mac', label: t('attempts.columns.mac'), width: 152, cell: (row) => <code>{row.mac}</code> },
    { id: 'model', label: t('attempts.columns.model'), width: 112, cell: (row) => <Cut text={row.model ?? ''} /> },
    {
      id: 'firmware',
      label: t('attempts.columns.firmware'),
      width: 168,
      cell: (row) => <Cut text={row.firmware ?? ''} />,
    },
    { id: 'ip', label: t('attempts.columns.ip'), width: 136, cell: (row) => <code>{row.ip}</code> },
    {
      id: 'company',
      csv: ['company_name'],
      label: t('attempts.columns.company'),
      width: 168,
      cell: (row) =>
        row.company_id === null ? '—' : <CompanyName cell id={row.company_id} name={row.company_name ?? ''} />,
    },
  ],
  filters: (t) => [
    periodField(t('range'), (name) => t(`ranges.${name}`)),
    optionField('accepted', t('attempts.result'), ['true', 'false'], (value) =>
      t(value === 'true' ? 'attempts.accepted' : 'attempts.refused'),
    ),
    { name: 'code', label: t('attempts.code'), kind: 'list', ids: true },
  ],
})

const Cut = ({ text }: { text: string }) => (
  <span className={cells.cut} title={text}>
    {text}
  </span>
)

function Result({ row }: { row: Attempt }) {
  const { t } = useTranslation('statistics')
  return (
    <span className={record.state} data-tone={row.accepted ? 'good' : 'bad'}>
      {t(row.accepted ? 'attempts.accepted' : 'attempts.refused')}
    </span>
  )
}

function PhoneAttempt({ row }: { row: Attempt }) {
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <span className={cells.name}>{row.device_name ?? row.serial ?? row.ip}</span>
        <span className={cells.second}>
          <Ago time={row.created_at} />
          {' · '}
          {row.reason}
        </span>
      </div>
      <Result row={row} />
    </div>
  )
}
