import './services-texts.ts'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format.ts'
import { Card } from './facts.tsx'
import classes from './interfaces-card.module.css'

interface Service {
  kind: 'hotspot' | 'ddns' | 'l2tp'
  name: string
  state: string
  /** Why it is so. */
  reason: string
  address: string
}

/** Hotspots, dynamic names and tunnels; nothing for a device without any. */
export function ServicesCard({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('services')
  const { parameters } = device
  const instances = (name: string) =>
    Object.keys(parameters)
      .filter((one) => one.startsWith(`${name}.`))
      .map((one) => one.slice(name.length + 1))
      .sort()
  const text = (name: string) => String(parameters[name] ?? '')
  const tunnel = (value: unknown) => (value === 1 || value === 2 || value === 3 ? t(`tunnel.${value}`) : '')
  const services: Service[] = [
    ...instances('hotspot_enabled').map((one) => ({
      kind: 'hotspot' as const,
      name: text(`hotspot_ssid.${one}`) || one,
      state: parameters[`hotspot_enabled.${one}`] === 1 ? t('on') : t('off'),
      reason: '',
      address: text(`hotspot_ip.${one}`),
    })),
    ...instances('ddns_status').map((one) => ({
      kind: 'ddns' as const,
      name: text(`ddns_host.${one}`) || one,
      state: text(`ddns_status.${one}`),
      reason: text(`ddns_error.${one}`),
      address: text(`ddns_ip.${one}`),
    })),
    ...instances('l2tp_status').map((one) => ({
      kind: 'l2tp' as const,
      name: text(`l2tp_name.${one}`) || one,
      state: tunnel(parameters[`l2tp_status.${one}`]),
      reason: '',
      address: text(`l2tp_local_ip.${one}`),
    })),
  ]
  const users = parameters.users_active
  if (services.length === 0 && typeof users !== 'number') return null
  return (
    <Card
      title={t('title')}
      aside={typeof users === 'number' ? t('users', { count: users, formatted: formatNumber(users) }) : null}
    >
      {services.length > 0 ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('service')}</th>
              <th scope="col">{t('state')}</th>
            </tr>
          </thead>
          <tbody>
            {services.map(({ kind, name, state, reason, address }) => (
              <tr key={`${kind} ${name}`}>
                <td>
                  {name} <small>{[t(kind), address].filter(Boolean).join(' · ')}</small>
                </td>
                <td>
                  {state || '—'} {reason === '' ? null : <small>{reason}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Card>
  )
}
