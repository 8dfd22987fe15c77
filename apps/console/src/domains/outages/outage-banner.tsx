import './texts.ts'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { IconPlugX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatApiTime, formatDuration } from '../../ui/format.ts'
import { ContactFacts } from './contact-facts.tsx'
import classes from './outage-banner.module.css'
import { nearbyQuery, outagesQuery } from './queries.ts'

/** Reason why the device is offline: one sentence, then known facts and likely causes. */
export function OutageBanner({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('outages')
  const { id } = device
  const offline = device.status === 0
  const { data } = useQuery({ ...outagesQuery(id, 1), enabled: offline })
  const [outage] = data?.data ?? []
  const power = outage?.reason === 'power'
  const { data: nearby = [] } = useQuery({ ...nearbyQuery(id), enabled: offline && power })
  if (!offline || !outage || outage.ended_at !== null) return null
  const { started_at, duration, explanation, known, likely } = outage
  return (
    <section className={classes.banner} aria-label={t('banner.label')}>
      <span className={classes.icon}>
        <IconPlugX size={18} stroke={1.7} />
      </span>
      <div className={classes.text}>
        <p>
          <strong>{t('banner.lost', { time: formatApiTime(started_at), duration: formatDuration(duration) })}</strong>{' '}
          {explanation}.
        </p>
        {known.length + likely.length > 0 ? (
          <dl className={classes.facts}>
            <Facts label={t('banner.known')} facts={known} />
            <Facts label={t('banner.likely')} facts={likely} />
            {power && nearby.length > 0 ? (
              <div>
                <dt>{t('banner.nearby')}</dt>
                {nearby.map((other) => (
                  <dd key={other.id}>
                    <Link to="/devices/$id/activity" params={{ id: String(other.id) }}>
                      {other.name}
                    </Link>
                  </dd>
                ))}
              </div>
            ) : null}
          </dl>
        ) : null}
        <ContactFacts device={device} outage={outage} />
      </div>
    </section>
  )
}

function Facts({ label, facts }: { label: string; facts: readonly string[] }) {
  if (facts.length === 0) return null
  return (
    <div>
      <dt>{label}</dt>
      {facts.map((fact) => (
        <dd key={fact}>{fact}</dd>
      ))}
    </div>
  )
}
