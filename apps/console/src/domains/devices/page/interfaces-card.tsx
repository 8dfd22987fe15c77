import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../../ui/format.ts'
import { Card } from './facts.tsx'
import classes from './interfaces-card.module.css'
import { portsOf } from './ports.ts'

export function InterfacesCard({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('devices')
  const ports = portsOf(device.parameters)
  if (ports.length === 0) return null
  const states = ports.some((port) => port.state !== null)
  const bytes = (value: number | null) => (value === null ? '—' : formatBytes(value))
  return (
    <Card title={t('cards.interfaces')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('facts.port')}</th>
            {states ? <th scope="col">{t('facts.state')}</th> : null}
            <th scope="col">{t('facts.received')}</th>
            <th scope="col">{t('facts.sent')}</th>
          </tr>
        </thead>
        <tbody>
          {ports.map((port) => (
            <tr key={port.name}>
              <td className="mono">{port.name}</td>
              {states ? <td>{port.state ?? '—'}</td> : null}
              <td>{bytes(port.received)}</td>
              <td>{bytes(port.sent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
