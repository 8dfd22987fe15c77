import './texts.ts'
import { connectionKinds } from '@longreach/contract/remote/constants'
import { exportRemoteLogs, listRemoteLogs } from '@longreach/contract/remote/endpoints'
import type { RemoteLog } from '@longreach/contract/remote/schemas'
import { parseTime } from '@longreach/contract/time'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { optionField, rangeField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { formatBytes, formatDuration } from '../../ui/format.ts'
import { companyField } from '../companies/public/company-field.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { deviceField } from '../devices/public/device-field.ts'
import { userField } from '../users/public/user-field.ts'
import classes from './columns.module.css'
import { addressOf } from './target.ts'

const ranges = [
  { value: '24h', days: 1 },
  { value: '7d', days: 7 },
  { value: '30d', days: 30 },
  { value: '365d', days: 365 },
] as const
const firstRange = '30d'

const cut = (text: string, mono = false) => (
  <span className={mono ? `${cells.cut} mono` : cells.cut} title={text}>
    {text}
  </span>
)

const userOf = (t: TFunction<'remote'>, { username, actor_username }: RemoteLog) =>
  actor_username ? t('history.as', { actor: actor_username, user: username }) : username

/** The access history: user, time, address, traffic, and reason of the end. */
export const historyTable = defineTable({
  name: 'access-history',
  list: listRemoteLogs,
  download: exportRemoteLogs,
  texts: 'remote',
  defaultSort: '-start_date',
  nameOf: (row) => `${row.device_name} ${row.start_time}`,
  phoneRow: (row) => <PhoneLog row={row} />,
  columns: (t) => [
    {
      id: 'start',
      csv: ['start_time'],
      label: t('history.columns.start'),
      width: 168,
      pinned: true,
      sort: 'start_date',
      cell: (row) => <Ago time={row.start_time} none="—" />,
    },
    {
      id: 'duration',
      csv: ['end_time'],
      label: t('history.columns.duration'),
      width: 124,
      cell: (row) => <Duration row={row} />,
    },
    {
      id: 'user',
      csv: ['username', 'actor_username'],
      label: t('history.columns.user'),
      width: 200,
      cell: (row) => cut(userOf(t, row)),
    },
    { id: 'ip', label: t('history.columns.ip'), width: 136, cell: (row) => cut(row.ip, true) },
    {
      id: 'device',
      csv: ['device_name'],
      label: t('history.columns.device'),
      width: 208,
      cell: (row) => (
        <Link to="/devices/$id/access" params={{ id: String(row.device_id) }} className={classes.link}>
          {row.device_name}
        </Link>
      ),
    },
    {
      id: 'entry',
      csv: ['name', 'destination_ip', 'destination_port'],
      label: t('history.columns.entry'),
      width: 200,
      cell: (row) => cut(`${row.name} · ${addressOf(row)}`),
    },
    { id: 'type', label: t('history.columns.type'), width: 136, cell: (row) => t(`history.types.${row.type}`) },
    {
      id: 'input',
      csv: ['input_data'],
      label: t('history.columns.input'),
      width: 96,
      align: 'right',
      sort: 'input_data',
      cell: (row) => formatBytes(row.input_data),
    },
    {
      id: 'output',
      csv: ['output_data'],
      label: t('history.columns.output'),
      width: 104,
      align: 'right',
      sort: 'output_data',
      cell: (row) => formatBytes(row.output_data),
    },
    {
      id: 'end',
      csv: ['end_reason'],
      label: t('history.columns.end'),
      width: 240,
      cell: (row) => cut(row.end_reason ?? ''),
    },
    {
      id: 'company',
      csv: ['company_name'],
      label: t('history.columns.company'),
      width: 168,
      sort: 'company_name',
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
  ],
  filters: (t, { can }) => [
    optionField('type', t('history.type'), connectionKinds, (kind) => t(`history.types.${kind}`)),
    rangeField(
      t('history.range'),
      ranges.map((range) => ({ ...range, label: range.value })),
      firstRange,
    ),
    deviceField(t('history.columns.device')),
    ...(can('view_users') ? [userField(t('history.columns.user'))] : []),
    companyField(t('history.columns.company')),
    { name: 'active', label: t('history.active'), kind: 'flag' },
  ],
})

/** Duration of a session; null while it is open. */
function secondsOf({ start_time, end_time }: Pick<RemoteLog, 'start_time' | 'end_time'>): number | null {
  const start = parseTime(start_time)
  const end = end_time ? parseTime(end_time) : null
  return start && end ? Math.max(0, (end.getTime() - start.getTime()) / 1000) : null
}

function Duration({ row }: { row: RemoteLog }) {
  const { t } = useTranslation('remote')
  const seconds = secondsOf(row)
  return seconds === null ? <span className={classes.active}>{t('history.active')}</span> : formatDuration(seconds)
}

function PhoneLog({ row }: { row: RemoteLog }) {
  const { t } = useTranslation('remote')
  const seconds = secondsOf(row)
  return (
    <div className={cells.lines}>
      <span className={cells.name}>{row.device_name}</span>
      <span className={cells.second}>
        {row.username} · {t(`history.types.${row.type}`)} ·{' '}
        {seconds === null ? t('history.active') : formatDuration(seconds)}
      </span>
    </div>
  )
}
