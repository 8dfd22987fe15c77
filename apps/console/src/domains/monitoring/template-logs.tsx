import './texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../ui/ago.tsx'
import classes from './monitoring.module.css'
import { logsQuery } from './queries.ts'

/** Recent measurements of a device that failed; nothing if there are none. */
export function TemplateLogs({ id }: { id: number }) {
  const { t } = useTranslation('monitoring')
  const { data } = useQuery(logsQuery(id))
  if (!data || data.length === 0) return null
  return (
    <section className={classes.card} aria-label={t('device.logs')}>
      <h2>{t('device.logs')}</h2>
      <ul className={classes.logs}>
        {data.map(({ id: row, config_name, log, count, last_at }) => (
          <li key={row}>
            <span className={classes.logLine}>{log.join(' ')}</span>
            <small>
              {config_name} · {t('device.times', { count })} · <Ago time={last_at} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
