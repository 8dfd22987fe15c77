import './services-texts.ts'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../ui/format.ts'
import { Card } from './facts.tsx'
import classes from './interfaces-card.module.css'
import { l2tpState } from './l2tp-state.ts'

interface Service {
  id: string
  name: string
  /** Kind and address. */
  detail: string
  state: string
  reason?: string
}

/** Hotspots, dynamic DNS names and tunnels; nothing for a device without any. */
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
  const detail = (kind: 'hotspot' | 'ddns' | 'l2tp', address: string) => [t(kind), address].filter(Boolean).join(' · ')
  const allTunnels: Service = {
    id: 'tunnels',
    name: t('instances'),
    detail: '',
    state: l2tpState(device.vpn_monitoring_instances_state),
  }
  const services: Service[] = [
    ...instances('hotspot_enabled').map((one) => ({
      id: `hotspot ${one}`,
      name: text(`hotspot_ssid.${one}`) || one,
      detail: detail('hotspot', text(`hotspot_ip.${one}`)),
      state: parameters[`hotspot_enabled.${one}`] === 1 ? t('on') : t('off'),
    })),
    ...instances('ddns_status').map((one) => ({
      id: `ddns ${one}`,
      name: text(`ddns_host.${one}`) || one,
      detail: detail('ddns', text(`ddns_ip.${one}`)),
      state: text(`ddns_status.${one}`),
      reason: text(`ddns_error.${one}`),
    })),
    ...(device.capabilities.has_l2tp && device.vpn_monitoring ? [allTunnels] : []),
    ...instances('l2tp_status').map((one) => ({
      id: `l2tp ${one}`,
      name: text(`l2tp_name.${one}`) || one,
      detail: detail('l2tp', text(`l2tp_local_ip.${one}`)),
      state: tunnel(parameters[`l2tp_status.${one}`]),
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
            {services.map(({ id, name, detail, state, reason }) => (
              <tr key={id}>
                <td>
                  {name} <small>{detail}</small>
                </td>
                <td>
                  {state || '—'} {reason ? <small>{reason}</small> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Card>
  )
}
