import { companyMetricLimits } from '@longreach/contract/monitoring/constants'
import type { CompanyMetrics } from '@longreach/contract/monitoring/schemas'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { formatApiTime, formatCount } from '../../../ui/format.ts'
import classes from './company-metrics.module.css'

interface Props {
  data: CompanyMetrics
  total: number
  /** Number of devices before the first one of the page. */
  offset: number
  onOffset: (offset: number) => void
  format: (value: number) => string
}

/** Each device with its extremes and their times. */
export function CompanyMetricsTable({ data: { devices, bucket_s }, total, offset, onOffset, format }: Props) {
  const { t } = useTranslation('companyMetrics')
  const sums = devices.some((device) => device.total !== null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={classes.table} aria-label={t('devices')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('device')}</th>
            <th scope="col">{t('lowest')}</th>
            <th scope="col">{t('average')}</th>
            <th scope="col">{t('highest')}</th>
            {sums ? <th scope="col">{t('sum')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {devices.map((device) => (
            <tr key={device.device_id}>
              <th scope="row">
                <span className={classes.device}>
                  <Link to="/devices/$id/metrics/$group" params={{ id: String(device.device_id), group: 'dynamic' }}>
                    {device.device_name}
                  </Link>
                  <small>{device.serial}</small>
                </span>
              </th>
              <td>
                {format(device.minimum)}
                <Moment at={device.minimum_at} seconds={bucket_s} />
              </td>
              <td>{format(device.average)}</td>
              <td>
                {format(device.maximum)}
                <Moment at={device.maximum_at} seconds={bucket_s} />
              </td>
              {sums ? <td>{device.total === null ? '—' : format(device.total)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        {total > devices.length
          ? t('shown', {
              from: formatCount(offset + 1),
              to: formatCount(offset + devices.length),
              total: formatCount(total),
            })
          : t('count', { count: total, formatted: formatCount(total) })}
        {total > devices.length ? (
          <span className={classes.pages}>
            <Button disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - companyMetricLimits.devices))}>
              {t('previous')}
            </Button>
            <Button
              disabled={offset + devices.length >= total}
              onClick={() => onOffset(offset + companyMetricLimits.devices)}
            >
              {t('next')}
            </Button>
          </span>
        ) : null}
      </footer>
    </section>
  )
}

/** Start of a bucket of that many seconds; for a bucket of a day or more, only its date. */
function Moment({ at, seconds }: { at: string; seconds: number }) {
  const [date = '', time = ''] = (seconds < 86_400 ? formatApiTime(at) : at).split(' ')
  return (
    <small>
      <span>{date}</span> {seconds < 86_400 ? time.slice(0, 5) : null}
    </small>
  )
}
