import { pick } from '../prng.ts'
import type { DeviceSpec } from '../spec.ts'
import type { Boot, Values } from './groups.ts'
import { clientsOf } from './system.ts'

const channels = { '2.4GHz': [1, 6, 11], '5GHz': [36, 44, 52, 100] } as const

/** One radio per band; the faster one has most of the clients. */
export function wirelessValues(spec: DeviceSpec) {
  const radios = spec.model.wifi.filter((band): band is keyof typeof channels => band in channels)
  const ssid = spec.use === 'vehicle' || spec.use === 'boat' ? 'On board' : spec.use === 'public' ? 'Guests' : 'Site'
  return (seconds: number, { meters }: Boot): Values => {
    const clients = clientsOf(spec, seconds)
    const values: Values = {}
    for (const [index, band] of radios.entries()) {
      const radio = band === '5GHz' ? '5g' : '2g'
      const share = radios.length === 1 ? 1 : band === '5GHz' ? 0.7 : 0.3
      values[`radio_up.${radio}`] = 1
      values[`radio_band.${radio}`] = band
      values[`ssid.${radio}`] = ssid
      values[`channel.${radio}`] = pick(channels[band], spec.seed, 161, index)
      values[`clients.${radio}`] = Math.round(clients * share * 0.8)
      values[`rx_bytes.${radio}`] = Math.floor(meters.read(seconds, 'sent', 0) * share * 0.69)
      values[`tx_bytes.${radio}`] = Math.floor(meters.read(seconds, 'received', 0) * share * 0.69)
    }
    return values
  }
}
