import './texts.ts'
import { connectionKinds } from '@longreach/contract/remote/constants'
import { exportRemoteLogs, listRemoteLogs } from '@longreach/contract/remote/endpoints'
import type { RemoteLog } from '@longreach/contract/remote/schemas'
import { IconHistory } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import cells from '../../tables/cells.module.css'
import { choiceField, type FilterField, rangeField } from '../../tables/filters/field.ts'
import type { ListSpec } from '../../tables/list-source.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { formatDuration } from '../../ui/format.ts'
import { companyField } from '../companies/public/company-field.ts'
import { deviceField } from '../devices/public/device-field.ts'
import { userField } from '../users/public/user-field.ts'
import { historyColumns, secondsOf } from './history-columns.tsx'

const ranges = [
  { value: '24h', days: 1 },
  { value: '7d', days: 7 },
  { value: '30d', days: 30 },
  { value: '365d', days: 365 },
] as const
const firstRange = '30d'
const spec: ListSpec = {
  name: 'access-history',
  list: listRemoteLogs,
  download: exportRemoteLogs,
  defaultSort: '-start_date',
}

function useHistoryFilters(): readonly FilterField[] {
  const { t } = useTranslation('remote')
  const seesUsers = useCan('view_users')
  return useMemo(
    () => [
      choiceField('type', t('history.type'), connectionKinds, (kind) => t(`history.types.${kind}`)),
      rangeField(
        t('history.range'),
        ranges.map((range) => ({ ...range, label: range.value })),
        firstRange,
      ),
      deviceField(t('history.columns.device')),
      ...(seesUsers ? [userField(t('history.columns.user'))] : []),
      companyField(t('history.columns.company')),
      { name: 'active', label: t('history.active'), kind: 'flag' },
    ],
    [t, seesUsers],
  )
}

/** `/access-history`: every opened web page and shell. */
export function HistoryPage() {
  const { t } = useTranslation('remote')
  const navigate = useNavigate()
  const columns = useMemo(() => historyColumns(t), [t])
  const filters = useHistoryFilters()
  return (
    <TablePage<RemoteLog>
      spec={spec}
      title={t('history.title')}
      searchLabel={t('history.search')}
      columns={columns}
      filters={filters}
      nameOf={(row) => `${row.device_name} ${row.start_time}`}
      onOpen={(row) => void navigate({ to: '/devices/$id/access', params: { id: String(row.device_id) } })}
      phoneRow={(row) => <PhoneLog row={row} />}
      countText={(count, formatted) => t('history.total', { count, formatted })}
      empty={{
        icon: <IconHistory size={22} stroke={1.6} />,
        title: t('history.noneTitle'),
        text: t('history.noneText'),
      }}
      failed={t('history.failed')}
    />
  )
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
