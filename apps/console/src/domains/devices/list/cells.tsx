import { IconAdjustments, IconArrowUp, IconPlug } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NameLink } from '../../../tables/name-link.tsx'
import { Ago } from '../../../ui/ago.tsx'
import { statusOf } from '../public/status.ts'
import type { DeviceRow } from '../queries.ts'
import { SignalMark } from '../signal-mark.tsx'
import { StatusMark } from '../status-mark.tsx'
import classes from './cells.module.css'
import { useLiveDevice } from './live-states.ts'

/** Text truncated to its cell, complete in the tooltip; a dash for none. */
export function Text({ value, mono = false }: { value: string | null | undefined; mono?: boolean }) {
  if (!value) return <span className={classes.none}>—</span>
  return (
    <span className={mono ? `${classes.text} mono` : classes.text} title={value}>
      {value}
    </span>
  )
}

/** `07.12` of `RUTX_R_00.07.12`: the name before it is that of the model, which has a column. */
const versionOf = (firmware: string | null) => firmware?.replace(/^\w+?_R_(00\.)?(?=\d)/, '')

export function FirmwareCell({ row }: { row: DeviceRow }) {
  const { t } = useTranslation('devices')
  const version = (
    <span className={`${classes.text} mono`} title={row.firmware ?? undefined}>
      {versionOf(row.firmware)}
    </span>
  )
  if (!row.firmware) return <Text value={null} />
  if (!row.firmware_outdated) return version
  return (
    <span className={classes.wired}>
      {version}
      <span role="img" aria-label={t('firmwareOutdated')} title={t('firmwareOutdated')}>
        <IconArrowUp size={14} stroke={2} color="var(--pending-text)" />
      </span>
    </span>
  )
}

/** Whether the configuration was changed on the device. */
function DriftMark({ row }: { row: DeviceRow }) {
  const { t } = useTranslation('devices')
  if (row.config_state !== 'drifted') return null
  return (
    <span className={classes.drift} role="img" aria-label={t('configDrifted')} title={t('configDrifted')}>
      <IconAdjustments size={14} stroke={2} />
    </span>
  )
}

export function NameCell({ row }: { row: DeviceRow }) {
  const link = <NameLink to="/devices/$id/activity" params={{ id: String(row.id) }} name={row.name} />
  if (row.config_state !== 'drifted') return link
  return (
    <span className={classes.wired}>
      {link}
      <DriftMark row={row} />
    </span>
  )
}

/** A change is highlighted briefly; the key restarts the animation. */
const Flash = ({ changes }: { changes: number }) =>
  changes > 0 ? <span key={changes} className={classes.flash} aria-hidden="true" /> : null

export function StatusCell({ row }: { row: DeviceRow }) {
  const { status, offline_reason, changes } = useLiveDevice(row)
  return (
    <span className={classes.status}>
      <Flash changes={changes} />
      <StatusMark status={statusOf(status)} reason={offline_reason} />
    </span>
  )
}

/** Reasons why a device needs attention, most urgent first; the offline one says why. */
export function WhyCell({ row }: { row: DeviceRow }) {
  const { t } = useTranslation('devices')
  const { status, offline_reason } = useLiveDevice(row)
  const offline = offline_reason ? t(`values.offline_reason.${offline_reason}`) : t('values.attention.offline')
  const others = row.attention.filter((kind) => kind !== 'offline').map((kind) => t(`values.attention.${kind}`))
  return <Text value={[...(status === 0 ? [offline] : []), ...others].join(' · ')} />
}

/** A connected device is seen right now, however old its last report is. */
export function SeenCell({ row }: { row: Omit<DeviceRow, 'availability' | 'availability_since'> }) {
  const { t } = useTranslation('ui')
  const device = useLiveDevice(row)
  const seen = [device.last_update_at ?? '', device.last_connection_at ?? ''].sort().at(-1) || null
  if (device.status === 1 && seen) {
    return (
      <span className={classes.soft} title={`${seen} UTC`} data-live>
        {t('time.now')}
      </span>
    )
  }
  return <Ago time={seen} className={classes.soft} />
}

/** Signal, network and operator; the last known of a device that is offline. */
export function SignalCell({ row }: { row: DeviceRow }) {
  const { t } = useTranslation('devices')
  const { status, signal, connection_type: type, operator } = useLiveDevice(row)
  if (signal === null && /^(wired|eth)/i.test(row.wan_state ?? '')) {
    return (
      <span className={classes.wired}>
        <IconPlug size={15} stroke={1.6} />
        {t('values.wan_state.wired')}
      </span>
    )
  }
  const roaming = row.network_state?.toLowerCase().includes('roaming') === true
  const network = [type && roaming ? t('roamingOn', { type }) : type, operator].filter(Boolean).join(' · ')
  const last = status !== 1 && signal !== null
  return (
    <span className={classes.signal} data-last={last || undefined} title={last ? t('lastKnown') : undefined}>
      <SignalMark dbm={signal} />
      {network ? (
        <span className={classes.network} title={last ? undefined : network}>
          {network}
        </span>
      ) : null}
    </span>
  )
}

export function PhoneRow({ row, why }: { row: DeviceRow; why: boolean }) {
  const { t } = useTranslation('devices')
  const device = useLiveDevice(row)
  return (
    <>
      <div className={classes.line}>
        <span className={classes.wired}>
          <span className={classes.name}>{row.name}</span>
          <DriftMark row={row} />
        </span>
        <StatusCell row={row} />
      </div>
      <div className={classes.line}>
        <span className={classes.second}>
          {why ? (
            <WhyCell row={row} />
          ) : device.offline_reason ? (
            t(`values.offline_reason.${device.offline_reason}`)
          ) : (
            <>
              {device.model ? `${device.model} · ` : ''}
              <span className="mono">{device.serial}</span>
            </>
          )}
        </span>
        <SeenCell row={row} />
      </div>
    </>
  )
}
