import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { batchCapability } from '@longreach/contract/link/report'
import { useTranslation } from 'react-i18next'
import { Place } from '../../../registry/place.tsx'
import { Ago } from '../../../ui/ago.tsx'
import { formatApiTime, formatDuration, formatNumber } from '../../../ui/format.ts'
import classes from './device-cards.module.css'
import { Card, Fact, Facts } from './facts.tsx'
import { InterfacesCard } from './interfaces-card.tsx'
import { IoCard } from './io-card.tsx'
import { MobileCard } from './mobile-card.tsx'
import { ServicesCard } from './services-card.tsx'
import { SystemCard } from './system-card.tsx'
import { WifiCard } from './wifi-card.tsx'

export function DeviceCards({ device }: { device: DeviceDetails }) {
  return (
    <div className={classes.cards}>
      <div className={classes.column}>
        <ConnectionCard device={device} />
        {hasModem(device, '') ? <MobileCard device={device} modem={1} /> : null}
        {hasModem(device, '_2') ? <MobileCard device={device} modem={2} /> : null}
        <IdentityCard device={device} />
      </div>
      <div className={classes.column}>
        <SystemCard device={device} />
        <InterfacesCard device={device} />
        <WifiCard device={device} />
        <ServicesCard device={device} />
        <PositionCard device={device} />
        <IoCard device={device} />
      </div>
    </div>
  )
}

/** System names as agents report them → usual spelling. */
const systems: Record<string, string> = { rutos: 'RutOS', openwrt: 'OpenWrt', linux: 'Linux' }

function hasModem(device: DeviceDetails, suffix: '' | '_2'): boolean {
  return ['signal', 'operator', 'connection_type', 'sim_state', 'modem_id'].some(
    (name) => device.parameters[name + suffix] != null,
  )
}

function ConnectionCard({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('devices')
  const { link } = device
  return (
    <Card title={t('cards.connection')}>
      <Facts>
        {device.status === 1 ? (
          <Fact label={t('facts.onlineSince')} value={link?.since ? formatApiTime(link.since) : null} />
        ) : null}
        <Fact label={t('facts.lastReport')} value={<Ago time={device.last_update_at} />} />
        {device.metered_connection ? (
          <Fact
            label={t('facts.metered')}
            value={t(link === null || link.caps.includes(batchCapability) ? 'facts.meteredOn' : 'facts.meteredLater')}
          />
        ) : null}
        <Fact label={t('facts.wan')} value={device.wan_state} />
        <Fact mono label={t('facts.wanIp')} value={device.wan_ip} />
        <Fact mono label={t('facts.mobileIp')} value={device.mobile_ip} />
        <Fact
          label={t('facts.connectionUptime')}
          value={device.connection_uptime === null ? null : formatDuration(device.connection_uptime)}
        />
        <Fact mono label={t('facts.address')} value={link?.address} />
        <Fact
          mono
          label={t('facts.agent')}
          value={link?.agent}
          note={link?.agent_offered && t('facts.agentOffered', { version: link.agent_offered })}
        />
        <Fact label={t('facts.backend')} value={link?.backend ? (systems[link.backend] ?? link.backend) : null} />
      </Facts>
    </Card>
  )
}

function PositionCard({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('devices')
  const { latitude, longitude } = device
  const fix = ({ '0': 'fix.no', '1': 'fix.yes' } as const)[device.fix_status ?? '']
  const placed = latitude !== null && longitude !== null
  const set = device.user_set_latitude !== null && device.user_set_longitude !== null
  if (!placed && !set) return null
  const number = (value: number | null, unit: string, digits = 0) =>
    value === null ? null : `${formatNumber(value, digits)} ${unit}`
  return (
    <Card title={t('cards.position')}>
      <Facts>
        {placed ? (
          <Fact mono label={t('facts.coordinates')} value={`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`} />
        ) : null}
        {set ? (
          <Fact
            mono
            label={t('facts.setCoordinates')}
            value={`${device.user_set_latitude}, ${device.user_set_longitude}`}
          />
        ) : null}
        <Fact label={t('facts.fix')} value={fix === undefined ? device.fix_status : t(fix)} />
        <Fact label={t('facts.satellites')} value={device.satellites} />
        <Fact label={t('facts.altitude')} value={number(device.altitude, 'm')} />
        <Fact label={t('facts.speed')} value={number(device.speed, 'km/h')} />
        <Fact label={t('facts.course')} value={number(device.course, '°')} />
        <Fact label={t('facts.accuracy')} value={number(device.accuracy, 'm', 1)} />
      </Facts>
    </Card>
  )
}

function IdentityCard({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('devices')
  const text = (name: string) => {
    const value = device.parameters[name]
    return typeof value === 'string' ? value : null
  }
  const current = device.firmware
  const newer = (version: string | null) => (version !== null && version !== '' && version !== current ? version : null)
  return (
    <Card title={t('cards.identity')}>
      <Facts>
        <Fact label={t('facts.model')} value={device.model} />
        <Fact mono label={t('facts.serial')} value={device.serial} />
        <Fact mono label={t('facts.mac')} value={device.mac} />
        <Fact mono label={t('facts.imei')} value={device.imei} />
        <Fact mono label={t('facts.productCode')} value={device.product_code} />
        <Fact label={t('facts.batch')} value={device.batch_number} />
        <Fact label={t('facts.hardware')} value={device.hardware_revision} />
        <Fact mono label={t('facts.firmware')} value={current} note={<Place at="device.firmware" device={device} />} />
        <Fact mono label={t('facts.firmwareStable')} value={newer(text('fw_stable'))} />
        <Fact mono label={t('facts.firmwareLatest')} value={newer(text('fw_latest'))} />
        <Fact mono label={t('facts.kernel')} value={text('kernel')} />
        <Fact label={t('facts.company')} value={device.company_name} />
        <Fact label={t('facts.created')} value={formatApiTime(device.created_at)} />
      </Facts>
    </Card>
  )
}
