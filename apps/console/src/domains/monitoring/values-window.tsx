import './texts.ts'
import type { MonitoringTemplate } from '@longreach/contract/monitoring/template-schemas'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../api/error.ts'
import { formatCount } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { ErrorState } from '../../ui/state.tsx'
import { WindowBody } from '../../windows/window-parts.tsx'
import classes from './monitoring.module.css'
import { graphQuery } from './queries.ts'

export function ValuesWindow({ template }: { template: MonitoringTemplate }) {
  const { t } = useTranslation('monitoring')
  const [selected, setSelected] = useState<string | null>(null)
  const fields = template.config.data.flatMap(({ url, variables }) =>
    variables.map(({ id: name }) => ({ field: `${template.id}:${url}:${name}`, label: `${name} · ${url}`, name })),
  )
  const shown = fields.find(({ field }) => field === selected) ?? fields[0]
  return (
    <WindowBody>
      {shown ? (
        <div className={classes.form}>
          <Select
            label={t('values.parameter')}
            searchable
            value={shown.field}
            options={fields.map(({ field, label }) => ({ value: field, label }))}
            onChange={setSelected}
          />
          <Distribution key={shown.field} {...shown} />
        </div>
      ) : null}
    </WindowBody>
  )
}

function Distribution({ field, name }: { field: string; name: string }) {
  const { t } = useTranslation('monitoring')
  const { data, error, refetch } = useQuery(graphQuery(field))
  if (error && !data)
    return <ErrorState title={t('values.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  const counts = Object.entries(data?.[name] ?? {}).sort(([, one], [, other]) => other - one)
  const most = Math.max(1, ...counts.map(([, count]) => count))
  return (
    <section className={classes.card} aria-label={t('values.distribution', { name })}>
      <h2>{t('values.distribution', { name })}</h2>
      {data && counts.length === 0 ? <p className={classes.note}>{t('values.none')}</p> : null}
      <ul className={classes.bars}>
        {counts.map(([value, count]) => (
          <li key={value}>
            <span className="mono" title={value}>
              {value}
            </span>
            <span className={classes.bar} aria-hidden="true">
              <span className={classes.fill} style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span>{t('values.device', { count, formatted: formatCount(count) })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
