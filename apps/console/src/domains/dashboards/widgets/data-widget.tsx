import { ranges } from '@longreach/contract/dashboards/constants'
import { parseTime } from '@longreach/contract/time'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../../ui/format.ts'
import { Bars } from './bars.tsx'
import type { WidgetProps } from './kinds.ts'
import classes from './widgets.module.css'

const daySeconds = 86_400

/** Mobile data by day, and in total. */
export function DataWidget({ widget, name, data }: WidgetProps<'data'>) {
  const { t } = useTranslation('dashboards')
  const { range } = widget.options
  const past = data.past?.[range]
  if (!past) return null
  const bars = (past.data ?? []).map(({ date, modems }) => ({
    at: (parseTime(`${date} 00:00:00`)?.getTime() ?? 0) / 1000,
    value: modems.flatMap(({ sims }) => sims).reduce((sum, sim) => sum + sim.total, 0),
  }))
  if (bars.length === 0) return <p className={classes.nothing}>{t('values.noData')}</p>
  const total = formatBytes(bars.reduce((sum, { value }) => sum + value, 0))
  const to = Math.max(...bars.map(({ at }) => at)) + daySeconds
  const summary = t('values.dataTotal', { total, range: t(`ranges.${range}`) })
  return (
    <>
      <p className={classes.soft}>{summary}</p>
      <Bars
        bars={bars}
        width={daySeconds}
        from={to - ranges[range] * 3600}
        to={to}
        format={formatBytes}
        bytes
        label={`${name}: ${summary}`}
      />
    </>
  )
}
