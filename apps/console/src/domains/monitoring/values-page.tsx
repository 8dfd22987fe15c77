import './texts.ts'
import { IconActivity } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../api/error.ts'
import { formatCount } from '../../ui/format.ts'
import { ObjectPage } from '../../ui/object-page.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import classes from './monitoring.module.css'
import { graphQuery, templateQuery } from './queries.ts'

/** `/monitoring-templates/values/{id}`: how many devices have which value of a parameter. */
export function ValuesPage() {
  const { t } = useTranslation('monitoring')
  const id = Number(useParams({ strict: false }).id)
  const { data: template, error, refetch } = useQuery(templateQuery(id))
  const [selected, setSelected] = useState<string | null>(null)
  if (error && !template)
    return <ErrorState title={t('values.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  if (!template) return null
  const { name, data } = template.config
  const fields = data.flatMap(({ url, variables }) =>
    variables.map((one) => ({ field: `${id}:${url}:${one.id}`, label: `${one.id} · ${url}`, name: one.id })),
  )
  const shown = fields.find(({ field }) => field === selected) ?? fields[0]
  return (
    <ObjectPage
      label={t('title')}
      trail={<Link to="/monitoring-templates">{t('title')}</Link>}
      name={name}
      identity={<h1>{t('values.title', { name })}</h1>}
    >
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
      ) : (
        <EmptyState icon={<IconActivity size={22} stroke={1.6} />} title={t('values.none')} />
      )}
    </ObjectPage>
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
