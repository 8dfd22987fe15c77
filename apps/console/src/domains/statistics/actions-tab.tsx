import { getActionDays } from '@longreach/contract/statistics/endpoints'
import type { ActionDay } from '@longreach/contract/statistics/schemas'
import { parseTime } from '@longreach/contract/time'
import { IconBolt } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useContextQuery } from '../../api/context.ts'
import { ChartCard } from '../../charts/chart-card.tsx'
import type { ChartData } from '../../charts/options.ts'
import type { ListState } from '../../tables/list-state.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { formatNumber } from '../../ui/format.ts'
import { actionEntryTable } from './action-entries-list.tsx'
import { periodOf } from './list-range.ts'

const noFilter = {}
const style = { format: (value: number) => formatNumber(value), fromZero: true }
const ignore = () => undefined

/** `/statistics/action-logs`: actions by device with result, reason and origin. */
export function ActionsTab() {
  const { t } = useTranslation('statistics')
  const navigate = useNavigate()
  return (
    <TablePage
      table={actionEntryTable}
      narrow={noFilter}
      title={t('actions.title')}
      searchLabel={t('actions.search')}
      onOpen={(row) => void navigate({ to: '/devices/$id/activity', params: { id: String(row.device_id) } })}
      countText={(count, formatted) => t('actions.total', { count, formatted })}
      above={(state) => <Days state={state} />}
      empty={{
        icon: <IconBolt size={22} stroke={1.6} />,
        title: t('actions.none.title'),
        text: t('actions.none.text'),
      }}
      failed={t('failed')}
    />
  )
}

const results = ['done', 'failed', 'not_run'] as const
const colours = { done: 2, failed: 8, not_run: 3 } as const

function Days({ state }: { state: ListState }) {
  const { t } = useTranslation('statistics')
  const context = useContextQuery()
  const range = state.filters.find(({ name }) => name === 'range')?.value ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['statistics', getActionDays.name, range, context],
    queryFn: async ({ signal }) => {
      const query = periodOf(state)
      return { query, days: (await call(getActionDays, { query: { ...query, ...context } as never }, signal)).data }
    },
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })
  const chart = useMemo((): ChartData | undefined => {
    if (!data) return undefined
    const days = everyDay(data.days)
    const seconds = (name: 'start_date' | 'end_date') => (parseTime(data.query[name] ?? '')?.getTime() ?? 0) / 1000
    return {
      times: days.map(({ date }) => Date.parse(date) / 1000),
      from: seconds('start_date'),
      to: Math.min(seconds('end_date'), Date.now() / 1000),
      series: results.map((name) => ({
        name: t(`actions.${name}`),
        colour: colours[name],
        values: days.map((day) => day[name]),
      })),
    }
  }, [data, t])
  // The list below says that there are none.
  if (data?.days.length === 0) return null
  return (
    <ChartCard
      title={t('actions.chart')}
      data={chart}
      style={style}
      error={error}
      onRetry={() => void refetch()}
      onZoom={ignore}
      onZoomOut={ignore}
    />
  )
}

/** Days without actions are zero. */
function everyDay(days: readonly ActionDay[]): ActionDay[] {
  const [first] = days
  if (!first) return []
  const known = new Map(days.map((day) => [day.date, day]))
  const all: ActionDay[] = []
  for (let at = Date.parse(first.date); at <= Date.now(); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10)
    all.push(known.get(date) ?? { date, done: 0, failed: 0, not_run: 0, active: 0 })
  }
  return all
}
