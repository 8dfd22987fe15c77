import './texts.ts'
import { alertActions } from '@longreach/contract/alerts/constants'
import type { AlertRule } from '@longreach/contract/alerts/schemas'
import i18next from 'i18next'
import { formatBytes, formatDuration, formatNumber } from '../../ui/format.ts'

const perKilometre = 1000
const megabyte = 1024 ** 2

const distance = (metres: number) =>
  metres < perKilometre
    ? i18next.t('alerts:rules.metres', { count: Math.round(metres) })
    : i18next.t('alerts:rules.kilometres', { count: Number(formatNumber(metres / perKilometre)) })

/** Details of a rule besides its event: data limit or area; empty for other events. */
export function detailOf({ data_limit, period, sim, latitude, longitude, radius }: AlertRule): string {
  if (data_limit !== null && period !== null)
    return i18next.t('alerts:rules.data', {
      limit: formatBytes(data_limit * megabyte),
      period: i18next.t(`alerts:periods.${period}`),
      sim,
    })
  if (latitude !== null && longitude !== null && radius !== null)
    return i18next.t('alerts:rules.area', { radius: distance(radius), latitude, longitude })
  return ''
}

/** Recipients of a rule's alerts, or the reason why there are none. */
export function receiversOf({ action, email_to, receiver, username }: AlertRule): string {
  const mail = action === alertActions.notification ? null : (email_to ?? receiver)
  const user = action === alertActions.email ? null : username
  return [...new Set([mail, user].filter(Boolean))].join(', ') || '—'
}

/** Minimum time between two alerts of the rule. */
export const intervalOf = ({ redundancy_enable, redundancy_interval }: AlertRule): string =>
  redundancy_enable && redundancy_interval !== null
    ? formatDuration(redundancy_interval * 60)
    : i18next.t('alerts:rules.always')
