import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../../ui/format.ts'
import { Card } from './facts.tsx'
import classes from './interfaces-card.module.css'

/** The radios, each with its network; nothing for a device without Wi-Fi. */
export function WifiCard({ device }: { device: DeviceDetails }) {
  const { t } = useTranslation('devices')
  const { parameters } = device
  const radios = Object.keys(parameters)
    .filter((name) => name.startsWith('radio_up.'))
    .map((name) => name.slice('radio_up.'.length))
    .sort()
  if (radios.length === 0) return null
  const text = (name: string, radio: string) => {
    const value = parameters[`${name}.${radio}`]
    return value === null || value === undefined ? '—' : String(value)
  }
  const bytes = (radio: string) => {
    const [received, sent] = [parameters[`rx_bytes.${radio}`], parameters[`tx_bytes.${radio}`]]
    return typeof received === 'number' && typeof sent === 'number' ? formatBytes(received + sent) : '—'
  }
  return (
    <Card title={t('cards.wifi')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('facts.ssid')}</th>
            <th scope="col">{t('facts.channel')}</th>
            <th scope="col">{t('facts.clients')}</th>
            <th scope="col">{t('facts.data')}</th>
          </tr>
        </thead>
        <tbody>
          {radios.map((radio) => (
            <tr key={radio}>
              <td>
                {text('ssid', radio)} <small>{text('radio_band', radio)}</small>
              </td>
              <td>{parameters[`radio_up.${radio}`] === 0 ? t('facts.radioOff') : text('channel', radio)}</td>
              <td>{text('clients', radio)}</td>
              <td>{bytes(radio)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
