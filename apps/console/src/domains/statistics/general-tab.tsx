import { generalGroups } from '@longreach/contract/statistics/constants'
import { exportGeneral, getGeneral } from '@longreach/contract/statistics/endpoints'
import { groupFilter } from '@longreach/contract/statistics/group-filter'
import type { General } from '@longreach/contract/statistics/schemas'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DeviceCount } from '../../tables/device-count.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { Figures } from './figures.tsx'
import { figuresQuery } from './queries.ts'
import classes from './statistics.module.css'
import { Toolbar } from './toolbar.tsx'
import { usePeriod } from './use-period.ts'

const happened = [
  'new_companies',
  'new_users',
  'new_devices',
  'devices_seen',
  'actions',
  'failed_actions',
  'outages',
] as const

/** `/statistics/general`: current totals, and events of a period. */
export function GeneralTab() {
  const { t } = useTranslation('statistics')
  const period = usePeriod()
  const { data, error, refetch } = useQuery(figuresQuery(getGeneral, period.range, period.context))
  return (
    <>
      <Toolbar period={period} download={exportGeneral} query={period.context} />
      <Figures data={data} error={error} onRetry={() => void refetch()}>
        {(general) => (
          <>
            <div className={classes.sections}>
              <Numbers
                title={t('general.now')}
                values={(['companies', 'users', 'devices'] as const).map((name) => [name, general[name]])}
              />
              <Numbers title={t('general.period')} values={happened.map((name) => [name, general.period[name]])} />
            </div>
            <div className={classes.cards}>
              {generalGroups.map((group) => (
                <Group key={group} group={group} general={general} />
              ))}
            </div>
          </>
        )}
      </Figures>
    </>
  )
}

type Figure = 'companies' | 'users' | 'devices' | (typeof happened)[number]

function Numbers({ title, values }: { title: string; values: readonly (readonly [Figure, number])[] }) {
  const { t } = useTranslation('statistics')
  return (
    <section className={classes.card} aria-label={title}>
      <h2>{title}</h2>
      <dl className={classes.numbers}>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`general.${name}`)}</dt>
            <dd>{name === 'devices' ? <DeviceCount count={value} filter={{}} /> : formatCount(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Devices by value with their share; the rest of a long list is summed up in one row. */
function Group({ group, general }: { group: (typeof generalGroups)[number]; general: General }) {
  const { t } = useTranslation('statistics')
  const { devices } = general
  const values = general.groups[group] ?? []
  const rest = devices - values.reduce((sum, one) => sum + one.devices, 0)
  const nameOf = (value: string | null) => {
    if (value === null || value === 'unknown') return t('unknown')
    if (group === 'status') return t(`status.${value as 'online'}`)
    return group === 'connection_type' ? value.toUpperCase() : value
  }
  const rows = [
    ...values.map(({ value, devices: count }) => ({ name: nameOf(value), count, filter: groupFilter(group, value) })),
    ...(rest > 0 ? [{ name: t('other'), count: rest, filter: undefined }] : []),
  ]
  return (
    <section className={classes.card} aria-label={t(`groups.${group}`)}>
      <h2>{t(`groups.${group}`)}</h2>
      {rows.length === 0 ? <p className={classes.nothing}>{t('noDevices')}</p> : null}
      <ul className={classes.bars}>
        {rows.map((row) => (
          <li key={row.name}>
            <span className={classes.name} title={row.name}>
              <DeviceCount count={row.count} filter={row.filter}>
                {row.name}
              </DeviceCount>
            </span>
            <span className={classes.bar} aria-hidden="true">
              <span style={{ width: `${(100 * row.count) / devices}%` }} />
            </span>
            <strong>{formatCount(row.count)}</strong>
            <span className={classes.share}>{t('share', { percent: formatNumber((100 * row.count) / devices) })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
