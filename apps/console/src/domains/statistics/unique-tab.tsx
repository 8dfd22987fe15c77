import { seenPeriods } from '@longreach/contract/statistics/constants'
import { exportSeen, getSeen } from '@longreach/contract/statistics/endpoints'
import type { Seen } from '@longreach/contract/statistics/schemas'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../charts/chart-card.tsx'
import type { ChartData } from '../../charts/options.ts'
import { boundsOf, type Range } from '../../charts/range.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Figures } from './figures.tsx'
import { figuresQuery } from './queries.ts'
import classes from './statistics.module.css'
import { Toolbar } from './toolbar.tsx'
import { usePeriod } from './use-period.ts'

const style = { format: (value: number) => formatNumber(value), fromZero: true }

/** `/statistics/unique-devices`: distinct devices by day or month. */
export function UniqueTab() {
  const { t } = useTranslation('statistics')
  const period = usePeriod()
  const { range, context, search } = period
  const by = seenPeriods.find((one) => one === search.by) ?? 'day'
  const query = { ...context, by }
  const { data, error, refetch } = useQuery(figuresQuery(getSeen, range, query))
  const words = useMemo(() => [t('unique.devices'), t('unique.new_devices')] as const, [t])
  const chart = useMemo(() => (data ? toChart(data, range, words) : undefined), [data, range, words])
  return (
    <>
      <Toolbar period={period} download={exportSeen} query={query}>
        <Segmented
          label={t('unique.by')}
          value={by}
          options={seenPeriods.map((value) => ({ value, label: t(`unique.${value}`) }))}
          onChange={(value) => period.set({ by: value })}
        />
      </Toolbar>
      {by === 'day' ? (
        <ChartCard
          title={t('unique.title')}
          data={chart}
          style={style}
          error={error}
          onRetry={() => void refetch()}
          {...period.zoom}
        />
      ) : null}
      <Figures data={data} error={error} onRetry={() => void refetch()} empty={(rows) => rows.length === 0}>
        {(rows) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
          <section className={classes.table} aria-label={t('unique.table')} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('unique.period')}</th>
                  <th scope="col">{t('unique.devices')}</th>
                  <th scope="col">{t('unique.new_devices')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.toReversed().map((row) => (
                  <tr key={row.period}>
                    <th scope="row">{row.period}</th>
                    <td>{formatCount(row.devices)}</td>
                    <td>{formatCount(row.new_devices)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Figures>
    </>
  )
}

function toChart(rows: readonly Seen[], range: Range, [devices, added]: readonly [string, string]): ChartData {
  return {
    times: rows.map(({ period }) => Date.parse(period) / 1000),
    ...boundsOf(range, Date.now()),
    series: [
      { name: devices, colour: 1, values: rows.map((row) => row.devices) },
      { name: added, colour: 2, values: rows.map((row) => row.new_devices) },
    ],
  }
}
