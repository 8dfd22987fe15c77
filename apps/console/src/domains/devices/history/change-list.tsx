import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../../charts/range.ts'
import { useRefresh } from '../../../charts/refresh.ts'
import { formatDate } from '../../../ui/format.ts'
import classes from '../page/activity-list.module.css'
import { historyQuery } from './history.ts'
import { parameterLabel } from './metrics.ts'

/** Maximum number of lines. */
const most = 50

/** Changes of text values: operator, cell, address. */
export function ChangeList({ id, parameters, range }: { id: number; parameters: readonly string[]; range: Range }) {
  const { t } = useTranslation('devices')
  const [refresh] = useRefresh()
  const { data } = useQuery({ ...historyQuery(id, parameters, range, refresh), enabled: parameters.length > 0 })
  const rows = Object.entries(data?.changes ?? {})
    .flatMap(([name, { times, values }]) =>
      // The first entry is the value at the start of the range, not a change.
      times
        .slice(1)
        .map((time, index) => ({ name, time, value: values[index + 1] ?? null, before: values[index] ?? null })),
    )
    .sort((one, other) => other.time - one.time)
    .slice(0, most)
  if (rows.length === 0) return null
  return (
    <section className={classes.card} aria-label={t('changes.title')}>
      <header className={classes.head}>
        <h2>{t('changes.title')}</h2>
      </header>
      <ol className={classes.list}>
        {rows.map((row) => (
          <li key={`${row.name}${row.time}`} className={classes.row}>
            <time className={classes.time}>{formatDate(new Date(row.time * 1000))}</time>
            <span className={classes.text}>
              {parameterLabel(row.name)}: {row.before ?? '—'} → <strong>{row.value ?? '—'}</strong>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
