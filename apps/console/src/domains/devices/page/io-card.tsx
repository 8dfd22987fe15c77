import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { findParameter } from '@longreach/contract/link/parameters'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../ui/format.ts'
import { Card, Fact, Facts } from './facts.tsx'

/** Inputs and outputs; nothing for a device without any. */
export function IoCard({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('devices')
  const rows = Object.entries(device.parameters).flatMap(([name, value]) => {
    const parameter = findParameter(name)
    return parameter?.group === 'io' && value !== null ? [{ name, parameter, value }] : []
  })
  if (rows.length === 0) return null
  return (
    <Card title={t('cards.io')}>
      <Facts>
        {rows.map(({ name, parameter, value }) => (
          <Fact
            key={name}
            label={parameter.label}
            value={
              typeof value === 'string'
                ? value
                : parameter.type === 'bool'
                  ? t(value === 0 ? 'low' : 'high')
                  : `${formatNumber(value, 2)} ${parameter.unit ?? ''}`
            }
          />
        ))}
      </Facts>
    </Card>
  )
}
