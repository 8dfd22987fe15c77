import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { IconAlertTriangle, IconClock, IconPlugX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { formatApiTime, formatNumber } from '../../../ui/format.ts'
import { useNow } from '../../../ui/use-now.ts'
import { openInstallCommand, openKeyClaims } from '../open-windows.tsx'
import { withdrawPermit } from './device-keys.tsx'
import { findUnusual, type Unusual } from './unusual.ts'
import classes from './unusual-list.module.css'

const icons = { bad: IconPlugX, warn: IconAlertTriangle, wait: IconClock } as const

const toneOf = (one: Unusual): keyof typeof icons =>
  one.kind === 'refused-link' || one.kind === 'shared'
    ? 'bad'
    : one.kind === 'waiting' || one.kind === 'pending' || one.kind === 'permitted'
      ? 'wait'
      : 'warn'

/** Draws nothing while everything is fine. */
export function UnusualList({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('devices')
  const now = useNow()
  const client = useQueryClient()
  const canApprove = useCan('update_devices')
  const canAdd = useCan('create_devices')
  const seesConfigs = useCan('view_multi_configuration')
  const navigate = useNavigate()
  const found = findUnusual(device, now)
  if (found.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t('unusual.label')}>
      {found.map((one) => {
        const tone = toneOf(one)
        const Icon = icons[tone]
        return (
          <li key={`${one.kind}${'modem' in one ? one.modem : ''}`} className={classes.item} data-tone={tone}>
            <Icon size={16} stroke={1.7} />
            <span>{unusualText(one, t)}</span>
            {one.kind === 'approval' && canApprove ? (
              <Button size="small" onClick={() => openKeyClaims(device)}>
                {t('claims.action')}
              </Button>
            ) : null}
            {one.kind === 'waiting' && canAdd ? (
              <Button size="small" onClick={() => openInstallCommand(device)}>
                {t('line.action')}
              </Button>
            ) : null}
            {one.kind === 'config-drifted' && seesConfigs ? (
              <Button
                size="small"
                onClick={() => void navigate({ to: '/devices/$id/configuration', params: { id: String(device.id) } })}
              >
                {t('configShow')}
              </Button>
            ) : null}
            {one.kind === 'permitted' && canApprove ? (
              <Button size="small" onClick={() => void withdrawPermit(device, client)}>
                {t('withdraw.action')}
              </Button>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

function unusualText(found: Unusual, t: ReturnType<typeof useTranslation<'devices'>>['t']): string {
  const percent = (share: number) => formatNumber(share * 100, 0)
  switch (found.kind) {
    case 'approval':
      return t('unusual.approval')
    case 'permitted': {
      const time = formatApiTime(found.until)
      return found.username === null
        ? t('unusual.permittedSystem', { time })
        : t('unusual.permitted', { time, username: found.username })
    }
    case 'waiting':
      return t('unusual.waiting')
    case 'pending':
      return t('unusual.pending')
    case 'shared': {
      const [one, other] = found.machines.map(({ address, mac }) => `${address} (${mac})`)
      return t('unusual.shared', { one, other })
    }
    case 'refused-link':
      return t('unusual.refusedLink', { reason: found.reason })
    case 'refused-reports':
      return t('unusual.refusedReports', {
        count: found.count,
        reason: found.reason ?? '—',
        time: formatApiTime(found.at),
      })
    case 'config-drifted':
      return t('configDrifted')
    case 'weak-signal':
      return t(found.modem === 2 ? 'unusual.weakSignal2' : 'unusual.weakSignal', { dbm: found.dbm })
    case 'roaming':
      return t('unusual.roaming', { operator: found.operator ?? '—' })
    case 'cpu':
      return t('unusual.cpu', { load: formatNumber(found.load, 0) })
    case 'memory':
      return t('unusual.memory', { free: percent(found.free) })
    case 'flash':
      return t('unusual.flash', { free: percent(found.free) })
    case 'hot':
      return t('unusual.hot', { celsius: formatNumber(found.celsius) })
  }
}
