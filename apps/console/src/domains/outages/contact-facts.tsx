import './texts.ts'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import type { Outage } from '@longreach/contract/outages/schemas'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { formatApiTime, formatCount, formatDate } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'
import { nextCall } from './next-call.ts'
import classes from './outage-banner.module.css'
import { attemptsQuery } from './queries.ts'

/** Last contact of the device, end of its connection, its attempts since, and the expected time of its next call. */
export function ContactFacts({ device, outage }: { device: DeviceDetails; outage: Outage }) {
  const { t } = useTranslation('outages')
  const mayView = useCan('view_device_logs')
  const { data } = useQuery({ ...attemptsQuery(device.id, outage.started_at), enabled: mayView })
  const now = useNow()
  const [latest] = data?.data ?? []
  const count = data?.meta.total ?? 0
  const heard = [device.last_update_at ?? '', device.last_connection_at ?? ''].sort().at(-1)
  const next = nextCall(outage, latest?.created_at ?? null, device.metered_connection, new Date(now))
  return (
    <dl className={classes.facts}>
      <Fact label={t('contact.heard')}>{heard ? formatApiTime(heard) : t('contact.never')}</Fact>
      {outage.ended_with === '' ? null : <Fact label={t('contact.ended')}>{outage.ended_with}</Fact>}
      {data ? (
        <Fact label={t('contact.attempts')}>
          {latest && !latest.status
            ? t('contact.refused', {
                count,
                formatted: formatCount(count),
                time: formatApiTime(latest.created_at),
                reason: latest.log,
              })
            : t('contact.none')}
        </Fact>
      ) : null}
      <Fact label={t('contact.next')}>
        {next.kind === 'never' ? t('contact.enrol') : t(`contact.${next.kind}`, { time: formatDate(next.at) })}
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
