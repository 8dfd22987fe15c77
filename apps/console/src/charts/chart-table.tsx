import './texts.ts'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../ui/format.ts'
import classes from './chart-card.module.css'
import type { ChartData, ChartStyle } from './options.ts'

/** The newest values of a chart, newest first. */
export function ChartTable({ data, style, title }: { data: ChartData; style: ChartStyle; title: string }) {
  const { t } = useTranslation('ui')
  const rows = data.times
    .map((time, index) => ({ time, index }))
    .filter(({ index }) => data.series.some((one) => one.values[index] != null))
    .reverse()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={classes.table} tabIndex={0} aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('chart.time')}</th>
            {data.series.map((one) => (
              <th key={one.name} scope="col">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, index }) => (
            <tr key={time}>
              <td>{formatDate(new Date(time * 1000))}</td>
              {data.series.map((one) => {
                const value = one.values[index]
                return <td key={one.name}>{value == null ? '—' : style.format(value)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
