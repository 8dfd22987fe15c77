import './texts.ts'
import { useTranslation } from 'react-i18next'
import classes from './chart-card.module.css'
import type { ChartData, DrawnStyle } from './options.ts'

/** The newest values of a chart, newest first. */
export function ChartTable({ data, style, title }: { data: ChartData; style: DrawnStyle; title: string }) {
  const { t } = useTranslation('ui')
  const columns = data.series.map((one) => {
    const times = one.times ?? data.times
    return new Map(one.values.flatMap((value, index) => (value === null ? [] : [[times[index] as number, value]])))
  })
  const rows = [...new Set(columns.flatMap((column) => [...column.keys()]))].sort((a, b) => b - a)
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
          {rows.map((time) => (
            <tr key={time}>
              <td>{style.time(time)}</td>
              {data.series.map((one, place) => {
                const value = columns[place]?.get(time)
                return <td key={one.name}>{value === undefined ? '—' : style.format(value)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
