import { exportOnline, getOnline, getOnlineTree } from '@longreach/contract/statistics/endpoints'
import type { Online } from '@longreach/contract/statistics/schemas'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../charts/chart-card.tsx'
import type { ChartData } from '../../charts/options.ts'
import { boundsOf, type Range } from '../../charts/range.ts'
import { withGaps } from '../../charts/with-gaps.ts'
import { formatNumber } from '../../ui/format.ts'
import { Figures } from './figures.tsx'
import { OnlineTree } from './online-tree.tsx'
import { figuresQuery } from './queries.ts'
import { Toolbar } from './toolbar.tsx'
import { usePeriod } from './use-period.ts'

const style = { format: (value: number) => formatNumber(value), fromZero: true }

/** `/statistics/online-devices`: number of online devices, over time and by company. */
export function OnlineTab() {
  const { t } = useTranslation('statistics')
  const period = usePeriod()
  const { range, context } = period
  const { data, error, refetch } = useQuery(figuresQuery(getOnline, range, context))
  const { within, only } = context
  const company = within ?? only
  const treeQuery = company ? { company_id: company, include_child_companies: String(only === undefined) } : {}
  const tree = useQuery(figuresQuery(getOnlineTree, range, treeQuery))
  const words = useMemo(
    () => ({ online: t('online.online'), offline: t('online.offline'), pending: t('online.pending') }),
    [t],
  )
  const chart = useMemo(() => (data ? toChart(data, range, words) : undefined), [data, range, words])
  return (
    <>
      <Toolbar period={period} download={exportOnline} query={context} />
      <ChartCard
        title={t('online.title')}
        data={chart}
        style={style}
        error={error}
        onRetry={() => void refetch()}
        {...period.zoom}
      />
      <Figures
        data={tree.data}
        error={tree.error}
        onRetry={() => void tree.refetch()}
        empty={({ companies }) => companies.length === 0}
      >
        {({ companies }) => <OnlineTree companies={companies} alone={only !== undefined} />}
      </Figures>
    </>
  )
}

function toChart(data: Online, range: Range, words: Record<'online' | 'offline' | 'pending', string>): ChartData {
  const { times, sources } = withGaps(data.times, data.bucket_s)
  const values = (list: readonly number[]) => sources.map((source) => (source === null ? null : (list[source] ?? null)))
  const pending = data.pending.some((value) => value > 0)
  return {
    times,
    ...boundsOf(range, Date.now()),
    series: [
      {
        name: words.online,
        colour: 2,
        values: values(data.online),
        low: values(data.online_min),
        high: values(data.online_max),
      },
      { name: words.offline, colour: 8, values: values(data.offline) },
      ...(pending ? [{ name: words.pending, colour: 3, values: values(data.pending) }] : []),
    ],
  }
}
