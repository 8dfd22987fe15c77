import { exportMonths, getMonths } from '@longreach/contract/statistics/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { Figures } from './figures.tsx'
import { figuresQuery } from './queries.ts'
import classes from './statistics.module.css'
import { Toolbar } from './toolbar.tsx'
import { usePeriod } from './use-period.ts'

const columns = [
  ['new_devices', formatCount],
  ['devices_seen', formatCount],
  ['sent', formatBytes],
  ['received', formatBytes],
  ['actions', formatCount],
  ['failed_actions', formatCount],
] as const

/** `/statistics/months-stats`: new devices, devices seen, mobile data and actions by month, newest first. */
export function MonthsTab() {
  const { t } = useTranslation('statistics')
  const period = usePeriod('1y')
  const { data, error, refetch } = useQuery(figuresQuery(getMonths, period.range, period.context))
  return (
    <>
      <Toolbar period={period} download={exportMonths} query={period.context} />
      <Figures data={data} error={error} onRetry={() => void refetch()} empty={(months) => months.length === 0}>
        {(months) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
          <section className={classes.table} aria-label={t('months.title')} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('months.month')}</th>
                  {columns.map(([name]) => (
                    <th key={name} scope="col">
                      {t(`months.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {months.toReversed().map((month) => (
                  <tr key={month.month}>
                    <th scope="row">
                      {month.month}
                      {month.closed ? null : <span className={classes.open}>{t('months.open')}</span>}
                    </th>
                    {columns.map(([name, format]) => (
                      <td key={name}>{format(month[name])}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            <p className={classes.note}>{t('months.note')}</p>
          </section>
        )}
      </Figures>
    </>
  )
}
