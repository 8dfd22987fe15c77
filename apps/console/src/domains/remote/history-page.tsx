import './texts.ts'
import { connectionKinds } from '@longreach/contract/remote/constants'
import type { RemoteLog } from '@longreach/contract/remote/schemas'
import { formatTime } from '@longreach/contract/time'
import { IconHistory } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/page/cells.module.css'
import { type ListRules, withFilter } from '../../tables/page/list-state.ts'
import { TablePage } from '../../tables/page/table-page.tsx'
import { formatDuration } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { historyColumns, secondsOf } from './history-columns.tsx'
import { loadHistory } from './queries.ts'

const days = { '24h': 1, '7d': 7, '30d': 30, '365d': 365 } as const
const ranges = Object.keys(days) as (keyof typeof days)[]
const firstRange = '30d'
const kinds = ['all', ...connectionKinds] as const

const rules: ListRules = {
  sorts: ['start_date', 'end_date', 'company_name', 'input_data', 'output_data'],
  defaultSort: '-start_date',
  filters: { type: connectionKinds, range: ranges, user_id: null, device_id: null },
}

/** Times of the API around a range that ends now. */
function between(range: keyof typeof days, now: number) {
  return {
    start_date: formatTime(new Date(now - days[range] * 86_400_000)),
    // Sessions opened while the page stands belong to it.
    end_date: formatTime(new Date(now + 86_400_000)),
  }
}

/** `/access-history`: each opened web page and shell. */
export function HistoryPage() {
  const { t } = useTranslation('remote')
  const navigate = useNavigate()
  const columns = useMemo(() => historyColumns(t), [t])
  const load = useCallback(({ range, ...query }: Record<string, unknown>, signal: AbortSignal) => {
    const chosen = ranges.find((one) => one === range) ?? firstRange
    return loadHistory({ ...query, ...between(chosen, Date.now()) }, signal)
  }, [])
  return (
    <TablePage<RemoteLog>
      name="access-history"
      title={t('history.title')}
      searchLabel={t('history.search')}
      columns={columns}
      rules={rules}
      load={load}
      nameOf={(row) => `${row.device_name} ${row.start_time}`}
      onOpen={(row) => void navigate({ to: '/devices/$id/access', params: { id: String(row.device_id) } })}
      phoneRow={(row) => <PhoneLog row={row} />}
      countText={(count, formatted) => t('history.total', { count, formatted })}
      filters={(state, change) => (
        <>
          <Segmented
            label={t('history.type')}
            value={(state.filters.type ?? 'all') as (typeof kinds)[number]}
            options={kinds.map((value) => ({ value, label: t(`history.types.${value}`) }))}
            onChange={(value) => change(withFilter(state, 'type', value === 'all' ? null : value))}
          />
          <Segmented
            label={t('history.range')}
            value={(state.filters.range ?? firstRange) as keyof typeof days}
            options={ranges.map((value) => ({ value, label: value }))}
            onChange={(value) => change(withFilter(state, 'range', value === firstRange ? null : value))}
          />
        </>
      )}
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
