import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatDuration, formatNumber } from '../../../ui/format.ts'
import { Card, Fact, Facts, Meter } from './facts.tsx'

export function SystemCard({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('devices')
  const number = (name: string) => {
    const value = device.parameters[name]
    return typeof value === 'number' ? value : null
  }
  const cpu = number('cpu_load')
  const used = (free: number | null, total: number | null) =>
    free === null || total === null || total <= 0 ? null : { used: total - free, total }
  const memory = used(number('ram_free'), number('ram_total'))
  const flash = used(number('flash_free'), number('flash_total'))
  const ofText = (one: { used: number; total: number }) =>
    t('usedOf', { used: formatBytes(one.used), total: formatBytes(one.total) })
  const temperature = number('temperature')
  const uptime = device.router_uptime
  if (cpu === null && !memory && !flash && uptime === null) return null
  return (
    <Card title={t('cards.system')}>
      {cpu === null ? null : (
        <Meter label={t('facts.cpu')} text={`${formatNumber(cpu, 0)} %`} share={cpu / 100} high={0.9} />
      )}
      {memory ? (
        <Meter label={t('facts.memory')} text={ofText(memory)} share={memory.used / memory.total} high={0.92} />
      ) : null}
      {flash ? (
        <Meter label={t('facts.flash')} text={ofText(flash)} share={flash.used / flash.total} high={0.92} />
      ) : null}
      <Facts>
        <Fact label={t('facts.uptime')} value={uptime === null ? null : formatDuration(uptime)} />
        <Fact label={t('facts.temperature')} value={temperature === null ? null : `${formatNumber(temperature)} °C`} />
        <Fact label={t('facts.clients')} value={device.clients_count} />
      </Facts>
    </Card>
  )
}
